import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../server/errors.ts';
import { openTemporary } from '../database/open-temporary.ts';

const { database } = await openTemporary([]);
const { longReads } = database;
const one = { sql: 'select ? as value', parameters: [9007199254740993n] };

test('what is asked is answered in its order, exactly', async () => {
  const answers = await Promise.all(
    [1n, 2n, 9007199254740993n].map((value) => longReads.all({ ...one, parameters: [value] })),
  );
  assert.deepEqual(
    answers.map(([record]) => record?.value),
    [1n, 2n, 9007199254740993n],
  );
});

test('what was committed before is seen', async () => {
  await database.transaction(async (connection) => {
    await connection.run({ sql: 'create table seen (id integer)', parameters: [] });
    await connection.run({ sql: 'insert into seen values (7)', parameters: [] });
  });
  assert.deepEqual(await longReads.all({ sql: 'select id from seen', parameters: [] }), [{ id: 7n }]);
});

test('a statement that fails, fails alone', async () => {
  const bad = longReads.all({ sql: 'select nothing', parameters: [] });
  const good = longReads.all(one);
  await assert.rejects(bad, /nothing/);
  assert.equal((await good).length, 1);
});

test('nothing can be written', async () => {
  await assert.rejects(longReads.all({ sql: 'delete from quire_schema', parameters: [] }), /readonly/);
});

test('20 reads of one caller may wait; the rest is refused, and those that wait are answered', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => longReads.all(one)));
  const refused = answers.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 30);
  for (const { reason } of refused as PromiseRejectedResult[])
    assert.ok(reason instanceof AppError && reason.status === 429);
  assert.equal((await longReads.all(one)).length, 1);
});
