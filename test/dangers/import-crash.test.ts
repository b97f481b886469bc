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
} from '../support/server-process.ts';

const ROWS = 30_000;
const titles = Array.from({ length: ROWS }, (_, index) => `title ${index}`);
const text = `title,author\n${titles.join(',somebody\n')},somebody\n`;

/** Waits until the import of this database has settled some rows, but not all. */
async function underWay(name: string): Promise<void> {
  const { look } = await databaseNamed(name);
  for (let turn = 0; turn < 2000; turn += 1) {
    const [row] = await look('select line from quire_import').catch(() => []);
    if (Number(row?.line) > 1) {
      assert.ok(Number(row?.line) < ROWS, 'it was killed too late');
      return;
    }
    await wait(5);
  }
  throw new Error('the import did not begin');
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
  await underWay('killed-import');
  await kill(first);
  const second = await quire(['import', 'book', file], 'killed-import', settings);
  assert.equal(await second.ended, 0, second.said());
  assert.match(second.said(), /Import 1, going on behind line \d+/);
  await requireOnce('killed-import');
});

test('so does a server when the same file is sent again', async () => {
  const settings = { SAMPLE_DATA: 'false' };
  const first = await start('killed-server', settings);
  const send = async (server: Running, token: string) =>
    fetch(`${server.base}/v1/book/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: text,
    });
  assert.equal((await send(first, await signIn(first))).status, 201);
  await underWay('killed-server');
  await kill(first);
  const second = await start('killed-server', settings);
  const token = await signIn(second);
  const { id } = (await (await send(second, token)).json()) as { id: number };
  for (let turn = 0; turn < 1000; turn += 1) {
    const { body } = await call(second, 'GET', `/v1/book/import/${id}`, { token });
    if ((body.state as unknown) === 'done') break;
    await wait(20);
  }
  await requireOnce('killed-server');
});
