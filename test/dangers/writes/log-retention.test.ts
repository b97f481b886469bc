import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CannotStart } from '../../../server/errors.ts';
import { databaseNamed, openHere } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const OLD_RECORDS = 1700;
/** Records written at one time: more than retention takes away at once. */
const SAME_TIME = 250;
const DAY_MS = 86_400_000;

test('log records older than LOG_RETENTION_DAYS are taken away, younger ones and all others are kept', async () => {
  await (await openHere('retention')).close();
  const { look, change } = await databaseNamed('retention');
  const insert = (message: string, days: number, records: number) =>
    change(
      `insert into quire_log (message, create_time, create_user_id) values ${Array(records).fill('(?, ?, 0)')}`,
      ...Array.from({ length: records }, (_, record) => [
        message,
        Date.now() - days * DAY_MS - Math.floor(record / SAME_TIME),
      ]).flat(),
    );
  await insert('old', 31, OLD_RECORDS);
  await insert('young', 29, 1);
  const count = async (message: string) => {
    const [record] = await look('select count(*) as total from quire_log where message = ?', message);
    return Number(record?.total);
  };

  await (await openHere('retention')).close();
  assert.equal(await count('old'), OLD_RECORDS, 'everything is kept unless a setting says otherwise');

  const server = await openHere('retention', { LOG_RETENTION_DAYS: '30' });
  await until(async () => (await count('old')) === 0, 20);
  await server.close();
  assert.deepEqual([await count('old'), await count('young')], [0, 1]);

  await assert.rejects(openHere('retention', { LOG_RETENTION_DAYS: '-1' }), CannotStart);
});
