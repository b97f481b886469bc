// No engine changes its result: no database is opened.
// About every feature: it lists keys of permissions of several.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { projectOf } from '../support/project-of.ts';
import { command } from '../support/server-process.ts';

const route = (rule: string) =>
  `export default defineRoute({ method: 'POST', path: '/v1/do', label: 'Do', module: 'Shop', access: ${rule}, handle() {} });`;

async function typesOf(files: Readonly<Record<string, string>>): Promise<{ said: string; types: string }> {
  const contentDir = projectOf(files);
  const { code, said } = await command(['types'], 'none', { CONTENT_DIR: contentDir });
  assert.equal(code, 0, said);
  return { said, types: readFileSync(join(dirname(contentDir), 'quire-types.d.ts'), 'utf8') };
}

test('types lists the keys of the server, of collections and of routes', async () => {
  const { types } = await typesOf({ 'routes/pay.ts': route("permission('Pay', 'pay')") });
  for (const key of ['log.list', 'directory.provision', 'book.delete', 'routes.pay'])
    assert.match(types, new RegExp(`^      \\| '${key}'`, 'm'));
});

test('types lists no keys where a route cannot be read, and says why', async () => {
  const { said, types } = await typesOf({ 'routes/pay.ts': route("permision('Pay', 'pay')") });
  assert.match(said, /Keys of permissions stay unchecked.*\n.*pay\.ts:2: permision is not defined/);
  assert.doesNotMatch(types, /PermissionTypes/);
  assert.match(types, /readonly book: /);
});
