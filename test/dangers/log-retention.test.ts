import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseFile, launch, start, stop } from '../support/server-process.ts';

const OLD_ROWS = 1700;
const DAY_MS = 86_400_000;

test('log rows older than LOG_RETENTION_DAYS are taken away, younger ones and all others are kept', async () => {
  assert.equal(await stop(await start('retention')), 0);
  const database = new DatabaseSync(databaseFile('retention'));
  const insert = database.prepare(
    'insert into quire_log (message, create_time, create_user_id) values (?, ?, 0)',
  );
  database.exec('begin');
  for (let row = 0; row < OLD_ROWS; row += 1) insert.run('old', Date.now() - 31 * DAY_MS - row);
  insert.run('young', Date.now() - 29 * DAY_MS);
  database.exec('commit');
  const count = (message: string) =>
    database.prepare('select count(*) as total from quire_log where message = ?').get(message)?.total;

  assert.equal(await stop(await start('retention')), 0);
  assert.equal(count('old'), OLD_ROWS, 'everything is kept unless a setting says otherwise');

  const server = await start('retention', { LOG_RETENTION_DAYS: '30' });
  for (let turn = 0; turn < 200 && count('old') !== 0; turn += 1) await wait(20);
  assert.equal(await stop(server), 0);
  assert.deepEqual([count('old'), count('young')], [0, 1]);
  database.close();

  const { ended, said } = launch('retention', { LOG_RETENTION_DAYS: '-1' });
  assert.equal(await ended, 2, said());
});
