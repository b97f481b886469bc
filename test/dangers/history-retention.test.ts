import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseFile, launch, start, stop } from '../support/server-process.ts';

const OLD_ROWS = 1200;
const DAY_MS = 86_400_000;

test('revisions older than HISTORY_RETENTION_DAYS are taken away, and since when they are whole is noted first', async () => {
  assert.equal(await stop(await start('history-retention')), 0);
  const database = new DatabaseSync(databaseFile('history-retention'));
  const insert = database.prepare(
    `insert into quire_revision (record, record_id, action, user_id, time, request_id, changes)
     values ('book', 1, 'update', 0, ?, ?, '{}')`,
  );
  database.exec('begin');
  for (let row = 0; row < OLD_ROWS; row += 1) insert.run(Date.now() - 31 * DAY_MS - row, 'old');
  insert.run(Date.now() - 29 * DAY_MS, 'young');
  database.exec('commit');
  const count = (request: string) =>
    database.prepare('select count(*) as total from quire_revision where request_id = ?').get(request)?.total;
  const horizon = () => Number(database.prepare('select max(time) as time from quire_horizon').get()?.time);

  assert.equal(await stop(await start('history-retention')), 0);
  assert.deepEqual(
    [count('old'), horizon()],
    [OLD_ROWS, 0],
    'everything is kept unless a setting says otherwise',
  );

  const server = await start('history-retention', { HISTORY_RETENTION_DAYS: '30' });
  for (let turn = 0; turn < 200 && count('old') !== 0; turn += 1) {
    if (count('old') !== OLD_ROWS) assert.ok(horizon() > 0);
    await wait(20);
  }
  assert.equal(await stop(server), 0);
  assert.deepEqual([count('old'), count('young')], [0, 1]);
  assert.ok(Math.abs(horizon() - (Date.now() - 30 * DAY_MS)) < DAY_MS);
  const first = horizon();

  assert.equal(await stop(await start('history-retention', { HISTORY_RETENTION_DAYS: '300' })), 0);
  assert.equal(horizon(), first, 'what was taken away does not come back');
  database.close();

  const { ended, said } = launch('history-retention', { HISTORY_RETENTION_DAYS: '-1' });
  assert.equal(await ended, 2, said());
});
