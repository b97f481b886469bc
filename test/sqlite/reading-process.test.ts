import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { TextForm } from '../../server/database/engine.ts';
import { Unfit } from '../../server/database/values.ts';
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

describe('what fails in the process is thrown as what it is', () => {
  it('a value of another type than its field, which it names', async () => {
    const form: TextForm = {
      format: 'csv',
      columns: [['price', { type: 'decimal', precision: 8, scale: 2 }]],
    };
    const reading = longReads.text({ sql: "select 'cheap' as price", parameters: [] }, form);
    await assert.rejects(reading, (error) => {
      assert.ok(error instanceof Unfit);
      assert.deepEqual([error.message, error.type], ["the value of 'price' is no decimal", 'decimal']);
      assert.ok(error.cause instanceof SyntaxError);
      return true;
    });
  });

  for (const [what, sql, code] of [
    ['a statement with a mistake', 'select nothing', 1],
    ['a write', 'delete from quire_schema', 8],
  ] as const)
    it(`${what}, with the code of SQLite`, async () => {
      const expected = { code: 'ERR_SQLITE_ERROR', errcode: code };
      await assert.rejects(longReads.all({ sql, parameters: [] }), expected);
    });
});
