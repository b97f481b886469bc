// Takes long: imports are killed and stopped half-way, and one waits until the lease of a dead process has ended.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isWhole, partInTurn } from '../../support/in-turn.ts';
import {
  call,
  databaseNamed,
  folder,
  quire,
  type Running,
  signIn,
  start,
  stop,
} from '../../support/server-process.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

/** Three batches. While the file `hold` exists, the second one gets no further than to its middle. */
const RECORDS = 1100;
const titles = Array.from({ length: RECORDS }, (_, index) => `title ${index},${index + 1}`);
const text = `title,number\n${titles.join('\n')}\n`;
const hold = join(folder, 'hold');
const settings = { SAMPLE_DATA: 'false', CONTENT_DIR: 'test/content/held', TEST_HOLD: hold };

/** Ends the process in the middle of an import: when it has counted the records of its first batch and is held in the next one. */
async function endUnderWay(
  name: string,
  counted: 'created' | 'removed',
  end: () => Promise<unknown>,
): Promise<void> {
  const { look } = await databaseNamed(name);
  const counts = async () => (await look(`select ${counted} as so_far from quire_import`).catch(() => []))[0];
  await until(async () => Number((await counts())?.so_far) > 0);
  const ended = end();
  rmSync(hold);
  await ended;
}

async function requireOnce(name: string): Promise<void> {
  const { look } = await databaseNamed(name);
  const [record] = await look('select count(*) as "rows", count(distinct title) as titles from book');
  assert.deepEqual([Number(record?.rows), Number(record?.titles)], [RECORDS, RECORDS]);
  const [kept] = await look('select created, line, state from quire_import');
  assert.deepEqual([Number(kept?.created), Number(kept?.line), kept?.state], [RECORDS, RECORDS + 1, 'done']);
  const [revisions] = await look(`select count(*) as "rows" from quire_revision where collection = 'book'`);
  assert.equal(Number(revisions?.rows), RECORDS);
}

async function kill({ child }: Pick<Running, 'child'>): Promise<void> {
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}

/** Lets other processes claim what a dead one held, as they can when its lease of 15 s has ended. */
async function endLeases(name: string): Promise<void> {
  const { change } = await databaseNamed(name);
  await change('update quire_job set due_time = 0 where due_time is not null');
}

async function requireNone(name: string): Promise<void> {
  const { look } = await databaseNamed(name);
  const isDeleted = engineName === 'postgres' ? false : 0;
  assert.deepEqual(await look('select id from book where is_deleted = ?', isDeleted), []);
}

test('a command that is killed goes on where it was, and no record is there twice', async () => {
  const name = 'killed-import';
  const file = join(folder, 'books.csv');
  writeFileSync(file, text);
  writeFileSync(hold, '');
  const first = await quire(['import', 'book', file], name, settings);
  await endUnderWay(name, 'created', () => kill(first));
  const second = await quire(['import', 'book', file], name, settings);
  assert.equal(await second.ended, 0, second.said());
  assert.match(second.said(), /Import 1, continuing after line \d+/);
  await requireOnce(name);

  writeFileSync(hold, '');
  const undoing = await quire(['import', '--undo', '1'], name, settings);
  await endUnderWay(name, 'removed', () => kill(undoing));
  const rest = await quire(['import', '--undo', '1'], name, settings);
  assert.equal(await rest.ended, 0, rest.said());
  assert.match(rest.said(), new RegExp(`${RECORDS} removed, 0 restored, 0 kept`));
  await requireNone(name);
});

/** Both ends and both ways to go on in each run, and all four pairs of them in two. */
const PART = isWhole ? undefined : partInTurn('how imports end and go on', 2);

for (const [place, [how, end]] of [['is killed', kill] as const, ['is stopped', stop] as const].entries()) {
  for (const isSentAgain of [false, true]) {
    if (PART !== undefined && (place + Number(isSentAgain)) % 2 !== PART) continue;
    test(`a server that ${how} goes on ${isSentAgain ? 'once when the file is sent again' : 'without another file'}`, async () => {
      const name = `import-${how}-${isSentAgain}`;
      writeFileSync(hold, '');
      const first = await start(name, settings);
      assert.equal((await send(first, await signIn(first))).status, 201);
      await endUnderWay(name, 'created', () => end(first));
      if (isSentAgain) await endLeases(name); // otherwise the lease ends by itself
      const second = await start(name, settings);
      if (isSentAgain) await send(second, await signIn(second));
      await ended(name, 'done');
      await requireOnce(name);
      if (isSentAgain) return kill(second);
      writeFileSync(hold, '');
      await call(second, 'POST', '/v1/book/import/1/undo', { token: await signIn(second) });
      await endUnderWay(name, 'removed', () => end(second));
      await endLeases(name);
      const third = await start(name, settings);
      await ended(name, 'undone');
      await requireNone(name);
      assert.equal(await stop(third), 0);
    });
  }
}

/** Waits until the import of this database has a state. */
async function ended(name: string, state: string): Promise<void> {
  const { look } = await databaseNamed(name);
  await until(async () => (await look('select state from quire_import'))[0]?.state === state, 50);
}

function send(server: Running, token: string): Promise<Response> {
  return fetch(`${server.base}/v1/book/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: text,
  });
}
