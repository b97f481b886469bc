import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CannotStart } from '../../../server/errors.ts';
import { databaseNamed, openHere } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const OLD_RECORDS = 1200;
const DAY_MS = 86_400_000;

test('revisions older than HISTORY_RETENTION_DAYS are taken away, and since when they are whole is noted first', async () => {
  await (await openHere('history-retention')).close();
  const { look, change } = await databaseNamed('history-retention');
  const insert = (request: string, days: number, records: number) =>
    change(
      `insert into quire_revision (collection, record_id, action, user_id, time, request_id, changes)
       values ${Array(records).fill(`('book', 1, 'update', 0, ?, ?, '{}')`)}`,
      ...Array.from({ length: records }, (_, record) => [
        Date.now() - days * DAY_MS - record,
        request,
      ]).flat(),
    );
  await insert('old', 31, OLD_RECORDS);
  await insert('young', 29, 1);
  const count = async (request: string) => {
    const [record] = await look('select count(*) as total from quire_revision where request_id = ?', request);
    return Number(record?.total);
  };
  const horizon = async () => Number((await look('select max(time) as time from quire_horizon'))[0]?.time);

  await (await openHere('history-retention')).close();
  assert.deepEqual(
    [await count('old'), await horizon()],
    [OLD_RECORDS, 0],
    'everything is kept unless a setting says otherwise',
  );

  const server = await openHere('history-retention', { HISTORY_RETENTION_DAYS: '30' });
  await until(async () => {
    const left = await count('old');
    if (left !== OLD_RECORDS) assert.ok((await horizon()) > 0);
    return left === 0;
  }, 20);
  await server.close();
  assert.deepEqual([await count('old'), await count('young')], [0, 1]);
  assert.ok(Math.abs((await horizon()) - (Date.now() - 30 * DAY_MS)) < DAY_MS);
  const first = await horizon();

  await (await openHere('history-retention', { HISTORY_RETENTION_DAYS: '300' })).close();
  assert.equal(await horizon(), first, 'what was taken away does not come back');

  await assert.rejects(openHere('history-retention', { HISTORY_RETENTION_DAYS: '-1' }), CannotStart);
});
