import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, folder, type Running, signIn, start, stop } from '../support/server-process.ts';

function content(name: string, fields: string): { CONTENT_DIR: string } {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(
    join(path, 'note.ts'),
    `import { defineRecord, integer, login, longText, references, text } from 'quire';
     export default defineRecord({ name: 'note', label: 'Note', path: '/v1/note', audit: 'full', fields: { ${fields} },
       access: { read: login, create: login, update: login, delete: login } });`,
  );
  return { CONTENT_DIR: path };
}

const earlier = content(
  'earlier',
  `title: text({ max: 40, required: true }), body: text({ max: 40, default: '' })`,
);
const later = content(
  'later',
  `title: text({ max: 40, required: true, indexed: true }), body: longText({ default: '' }),
   rating: integer({ default: 3, indexed: true }), see: references('note')`,
);

test('servers of earlier and later definitions serve side by side, where the later ones only add', async () => {
  const old = await start('rolling', earlier);
  const token = await signIn(old);
  const make = async (server: Running, body: object) =>
    (await call(server, 'POST', '/v1/note', { token, body })).body.id as unknown as number;
  const read = async (server: Running, id: number) =>
    (await call(server, 'GET', `/v1/note/${id}`, { token })).body as object;
  const first = await make(old, { title: 'first' });
  assert.partialDeepStrictEqual(await read(old, first), { title: 'first' }); // its statements are prepared

  const fresh = await start('rolling', later);
  const second = await make(old, { title: 'second' });
  const third = await make(fresh, { title: 'third', rating: 5, body: 'x'.repeat(99), see: [second] });
  for (const id of [first, second]) {
    assert.partialDeepStrictEqual(await read(fresh, id), { rating: 3, see: [], body: '' });
    assert.equal('rating' in (await read(old, id)), false);
  }
  assert.partialDeepStrictEqual(await read(old, third), { title: 'third', body: 'x'.repeat(99) });
  const changed = await call(old, 'PATCH', `/v1/note/${third}`, { token, body: { title: 'changed' } });
  assert.equal(changed.status, 200);
  assert.partialDeepStrictEqual(await read(fresh, third), { title: 'changed', rating: 5, see: [second] });
  const { body: list } = await call(old, 'GET', '/v1/note?sort=title', { token });
  assert.equal((list.items as unknown as object[]).length, 3);
  assert.deepEqual(await Promise.all([old, fresh].map(stop)), [0, 0]);
});
