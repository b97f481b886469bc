import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  call,
  databaseNamed,
  folder,
  quire,
  type Running,
  signIn,
  start,
  stop,
} from '../support/server-process.ts';
import { engineName } from '../support/test-database.ts';

/** Enough that there is time to interrupt; servers take longer over each row. */
const ROWS = engineName === 'sqlite' ? 30_000 : 8000;
const titles = Array.from({ length: ROWS }, (_, index) => `title ${index}`);
const text = `title,author\n${titles.join(',somebody\n')},somebody\n`;

/** Waits until the import of this database has counted some rows, but not all. */
async function underWay(name: string, counted: 'created' | 'removed'): Promise<void> {
  const { look } = await databaseNamed(name);
  for (let turn = 0; turn < 2000; turn += 1) {
    const [row] = await look(`select ${counted} as so_far from quire_import`).catch(() => []);
    if (Number(row?.so_far) > 0) {
      assert.ok(Number(row?.so_far) < ROWS, 'it was too late');
      return;
    }
    await wait(5);
  }
  throw new Error('it did not begin');
}

async function requireOnce(name: string): Promise<void> {
  const { look } = await databaseNamed(name);
  const [row] = await look('select count(*) as "rows", count(distinct title) as titles from book');
  assert.deepEqual([Number(row?.rows), Number(row?.titles)], [ROWS, ROWS]);
  const [kept] = await look('select created, line, state from quire_import');
  assert.deepEqual([Number(kept?.created), Number(kept?.line), kept?.state], [ROWS, ROWS + 1, 'done']);
  const [revisions] = await look(`select count(*) as "rows" from quire_revision where record = 'book'`);
  assert.equal(Number(revisions?.rows), ROWS);
}

async function kill({ child }: Pick<Running, 'child'>): Promise<void> {
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}

test('a command that is killed goes on where it was, and no row is there twice', async () => {
  const file = join(folder, 'books.csv');
  writeFileSync(file, text);
  const settings = { SAMPLE_DATA: 'false' };
  const first = await quire(['import', 'book', file], 'killed-import', settings);
  await underWay('killed-import', 'created');
  await kill(first);
  const second = await quire(['import', 'book', file], 'killed-import', settings);
  assert.equal(await second.ended, 0, second.said());
  assert.match(second.said(), /Import 1, continuing after line \d+/);
  await requireOnce('killed-import');

  const undoing = await quire(['import', '--undo', '1'], 'killed-import', settings);
  await underWay('killed-import', 'removed');
  await kill(undoing);
  const rest = await quire(['import', '--undo', '1'], 'killed-import', settings);
  assert.equal(await rest.ended, 0, rest.said());
  assert.match(rest.said(), new RegExp(`${ROWS} removed, 0 restored, 0 kept`));
  const { look } = await databaseNamed('killed-import');
  assert.deepEqual(
    await look('select id from book where is_deleted = ?', engineName === 'postgres' ? false : 0),
    [],
  );
});

for (const [how, end] of [
  ['is killed', kill],
  ['is stopped', stop],
] as const) {
  for (const isSentAgain of [false, true])
    test(`a server that ${how} goes on ${isSentAgain ? 'once when the file is sent again' : 'without another file'}`, async () => {
      const name = `import-${how}-${isSentAgain}`;
      const settings = { SAMPLE_DATA: 'false' };
      const first = await start(name, settings);
      assert.equal((await send(first, await signIn(first))).status, 201);
      await underWay(name, 'created');
      await end(first);
      const second = await start(name, settings);
      if (isSentAgain) await send(second, await signIn(second));
      await ended(name, 'done');
      await requireOnce(name);
      if (isSentAgain) return;
      await call(second, 'POST', '/v1/book/import/1/undo', { token: await signIn(second) });
      await underWay(name, 'removed');
      await end(second);
      const third = await start(name, settings);
      await ended(name, 'undone');
      const { look } = await databaseNamed(name);
      const left = await look(
        'select id from book where is_deleted = ?',
        engineName === 'postgres' ? false : 0,
      );
      assert.deepEqual(left, []);
      await stop(third);
    });
}

/** Waits until the import of this database has a state. Another process goes on once the lease of a dead one has ended. */
async function ended(name: string, state: string): Promise<void> {
  const { look } = await databaseNamed(name);
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const [row] = await look('select state from quire_import');
    if (row?.state === state) return;
    await wait(50);
  }
  throw new Error(`the import did not become ${state}`);
}

function send(server: Running, token: string): Promise<Response> {
  return fetch(`${server.base}/v1/book/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: text,
  });
}
