import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, launch } from '../support/server-process.ts';

test('a setting that cannot be used ends the start with 2 and says which', async () => {
  const bad = {
    PORT: '99999',
    DATABASE_URL: 'oracle://somewhere',
    QUIRE_SECRET: 'only-short',
    BOOK_LOGIN_REQUIRED: 'maybe',
  };
  await Promise.all(
    Object.entries(bad).map(async ([name, value]) => {
      const { ended, said } = launch('settings', { [name]: value });
      assert.equal(await ended, 2, `${name}: ${said()}`);
      assert.match(said(), new RegExp(`^${name}: .*allowed: `));
      assert.doesNotMatch(said(), /\n\s+at /, 'no stack');
      assert.doesNotMatch(said(), /only-short/, 'no secret is shown');
    }),
  );
});

test('a definition that cannot be used ends the start and is named', async () => {
  const definitions = {
    undeclared: `import { defineRecord, text } from 'quire';
      export default defineRecord({ name: 'undeclared', label: '无', path: '/v1/undeclared', audit: 'full', fields: { title: text({ max: 5 }) } });`,
    without_delete: `import { defineRecord, everyone, text } from 'quire';
      export default defineRecord({ name: 'without_delete', label: '无', path: '/v1/without_delete', audit: 'full', fields: { title: text({ max: 5 }) },
        access: { read: everyone, create: everyone, update: everyone } });`,
    reserved: `import { defineRecord, text } from 'quire';
      export default defineRecord({ name: 'reserved', label: '无', audit: 'full', fields: { is_deleted: text({ max: 5 }) } });`,
    dangling: `import { defineRecord, reference } from 'quire';
      export default defineRecord({ name: 'holder', label: '无', audit: 'full', fields: { other: reference('dangling') } });`,
    nothing: 'export const nothing = 1;',
  };
  await Promise.all(
    Object.entries(definitions).map(async ([name, source]) => {
      const content = join(folder, `content-${name}`);
      mkdirSync(content);
      writeFileSync(join(content, `${name}.ts`), source);
      const { ended, said } = launch(`definition-${name}`, { CONTENT_DIR: content });
      assert.notEqual(await ended, 0, name);
      assert.match(said(), new RegExp(name), `says where: ${said()}`);
      assert.doesNotMatch(said(), /Quire is ready/);
    }),
  );
});
