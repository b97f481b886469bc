import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../../server/database/engine.ts';
import { shares } from '../../server/database/pooled-engine.ts';
import { inSavepoint } from '../../server/database/savepoint.ts';
import { defineCollection, text } from '../../server/definitions/index.ts';
import { CONNECTIONS, engineName } from '../support/test-database.ts';
import { openTemporary } from './open-temporary.ts';

const line = defineCollection({
  name: 'line',
  label: 'Row',
  audit: 'none',
  fields: { text: text({ max: 9, required: true, unique: true }) },
});
const { database } = await openTemporary([line]);

const insert = async (connection: Connection, ...values: [string, ...string[]]) => {
  const records = values.map((text) => ({ text }));
  const ids = await connection.insert(database.query.insertInto('line').values(records).compile());
  assert.equal(ids.length, values.length);
  return ids as [bigint, ...bigint[]];
};
const lines = async () =>
  (await database.reads.all({ sql: 'select text from line order by id', parameters: [] })).map(
    (record) => record.text,
  );
const erase = (where: string) =>
  database.transaction((connection) =>
    connection.run({ sql: `delete from line where ${where}`, parameters: [] }),
  );

beforeEach(() => erase('true'));

test('of transactions that run together, one that throws undoes only itself', async () => {
  const work = ['a', 'b', 'c', 'd'].map((value) =>
    database.transaction(async (connection) => {
      await insert(connection, value);
      await wait(1);
      await insert(connection, `${value}2`);
      if (value === 'b') throw new Error('no');
      return value;
    }),
  );
  const outcomes = await Promise.allSettled(work);
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ['a', 'no', 'c', 'd'],
  );
  assert.deepEqual((await lines()).sort(), ['a', 'a2', 'c', 'c2', 'd', 'd2']);
});

test('ids that undone work took are given to no other record, so that records get the same ids on every engine', async () => {
  const [before] = await database.transaction((connection) => insert(connection, 'before'));
  const undone = database.transaction(async (connection) => {
    await insert(connection, 'one', 'two');
    throw new Error('no');
  });
  await assert.rejects(undone);
  const [after] = await database.transaction(async (connection) => {
    const part = inSavepoint(connection, async () => {
      await insert(connection, 'part');
      throw new Error('no');
    });
    await assert.rejects(part);
    return insert(connection, 'after');
  });
  assert.equal(after, before + 4n);
});

test('a broken constraint undoes its own transaction and becomes an error of this server', async () => {
  await database.transaction((connection) => insert(connection, 'a'));
  const [second, third] = await Promise.allSettled([
    database.transaction(async (connection) => {
      await insert(connection, 'b');
      await insert(connection, 'a');
    }),
    database.transaction((connection) => insert(connection, 'c')),
  ]);
  assert.equal(third?.status, 'fulfilled');
  assert.ok(second?.status === 'rejected' && second.reason.key === 'duplicate');
  assert.deepEqual(await lines(), ['a', 'c']);
});

test('what a transaction has not committed is not seen outside of it', async () => {
  await database.transaction(async (connection) => {
    await insert(connection, 'a');
    assert.deepEqual(await lines(), []);
  });
  assert.deepEqual(await lines(), ['a']);
});

test('a statement that is no SQL does not disturb the transactions after it', async () => {
  await assert.rejects(
    database.transaction((connection) => connection.run({ sql: 'nonsense', parameters: [] })),
  );
  await database.transaction((connection) => insert(connection, 'a'));
  assert.deepEqual(await lines(), ['a']);
});

test('an id is never given again, also when the highest record is gone', async () => {
  const [first] = await database.transaction((connection) => insert(connection, 'a'));
  await erase('true');
  const [second] = await database.transaction((connection) => insert(connection, 'b'));
  assert.ok(second > first);
});

test('records of one statement get ids in their order', async () => {
  const ids = await database.transaction((connection) => insert(connection, 'c', 'a', 'b'));
  const { sql, parameters } = database.query
    .selectFrom('line')
    .select(['id', 'text'])
    .orderBy('id')
    .compile();
  const records = await database.reads.all({ sql, parameters });
  assert.deepEqual(
    records.map(({ id, text }) => [BigInt(id as bigint), text]),
    ids.map((id, index) => [id, ['c', 'a', 'b'][index]]),
  );
});

test('transactions that lock the same records in opposite orders both succeed, without an error', async () => {
  await database.transaction((connection) => insert(connection, 'a', 'b'));
  const add = (connection: Connection, text: string) =>
    connection.run({ sql: `update line set text = text || '+' where text like '${text}%'`, parameters: [] });
  const cross = (first: string, second: string) =>
    database.transaction(async (connection) => {
      await add(connection, first);
      await wait(50);
      await add(connection, second);
    });
  await Promise.all([cross('a', 'b'), cross('b', 'a'), cross('a', 'b')]);
  assert.deepEqual(await lines(), ['a+++', 'b+++']);
});

test('work waits longer for a free connection than another one may wait for a record', {
  skip: engineName === 'sqlite',
}, async ({ mock }) => {
  const { transactions } = shares(CONNECTIONS);
  const [all, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let held = 0;
  const hold = () =>
    database.transaction(() => {
      held += 1;
      if (held === transactions) all.resolve();
      return end.promise;
    });
  const holders = Array.from({ length: transactions }, hold);
  await all.promise;
  mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = database.transaction((connection) => insert(connection, 'a'));
  await new Promise(setImmediate);
  mock.timers.tick(14_000);
  end.resolve();
  await Promise.all([...holders, waiting]);
  assert.deepEqual(await lines(), ['a']);
});

const undone = async (connection: Connection, mine: string) => {
  await insert(connection, `${mine} x`);
  throw new Error('no');
};

/** Work that is tried out: what it writes in the beginning, and how it goes on once others have written. */
const trials = {
  'where it stands': async (connection: Connection, mine: string, pause: () => Promise<void>) => {
    await insert(connection, mine);
    await pause();
  },
  'inside of a savepoint': async (connection: Connection, mine: string, pause: () => Promise<void>) => {
    await inSavepoint(connection, async () => {
      await insert(connection, mine);
      await pause();
    });
  },
  'inside of a savepoint that is undone later': async (connection, mine, pause) => {
    await insert(connection, mine);
    const part = inSavepoint(connection, async () => {
      await insert(connection, 'undone');
      await pause();
      await insert(connection, 'undone 2');
      throw new Error('no');
    });
    await assert.rejects(part, { message: 'no' });
  },
  'between two savepoints, twice': async (connection, mine, pause) => {
    await inSavepoint(connection, () => insert(connection, 'wrong'));
    await pause();
    await inSavepoint(connection, async () => {
      await connection.run({ sql: `update line set text = '${mine}' where text = 'wrong'`, parameters: [] });
      await pause();
    });
  },
  'after a savepoint in another that was undone': async (connection, mine, pause) => {
    await inSavepoint(connection, async () => {
      await insert(connection, mine);
      await assert.rejects(
        inSavepoint(connection, () => undone(connection, mine)),
        { message: 'no' },
      );
    });
    await pause();
  },
  'after two savepoints that were undone at once': async (connection, mine, pause) => {
    await insert(connection, mine);
    const both = inSavepoint(connection, () => inSavepoint(connection, () => undone(connection, mine)));
    await assert.rejects(both, { message: 'no' });
    await pause();
  },
} satisfies Record<
  string,
  (connection: Connection, mine: string, pause: () => Promise<void>) => Promise<void>
>;

// No value is used twice: where InnoDB has not yet purged a deleted one, writing it again locks what is around it.
for (const [number, [where, work]] of Object.entries(trials).entries())
  test(`while work is tried out, others write: ${where}`, async () => {
    const mine = `mine ${number}`;
    const others: string[] = [];
    const seen = await database.tryOut(async (connection) => {
      await work(connection, mine, async () => {
        const theirs = `other ${number}${others.length}`;
        await database.transaction((other) => insert(other, theirs));
        others.push(theirs);
      });
      const records = await connection.all({ sql: 'select text from line order by text', parameters: [] });
      return records.map((record) => record.text);
    });
    assert.deepEqual(seen, [mine, ...others]);
    assert.deepEqual(await lines(), others);
  });

test('work that is tried out throws what it throws, also where others have made it impossible', async () => {
  const failed = database.tryOut(async (connection) => {
    await insert(connection, 'mine');
    await database.transaction((other) => insert(other, 'other'));
    await insert(connection, 'other');
  });
  await assert.rejects(failed, { key: 'duplicate' });
  assert.deepEqual(await lines(), ['other']);
});

test('a record that others change is kept as the trial wrote it, and as they wrote it once that has ended', {
  skip: engineName !== 'sqlite' && 'there they wait for the record',
}, async () => {
  await database.transaction((connection) => insert(connection, 'a', 'b', 'c'));
  const change = (connection: Connection, sql: string) => connection.run({ sql, parameters: [] });
  const seen = await database.tryOut(async (connection) => {
    await change(connection, `update line set text = 'mine ' || text where text in ('a', 'b')`);
    await insert(connection, 'taken');
    await database.transaction(async (other) => {
      await change(other, `update line set text = 'theirs' where text = 'a'`);
      await change(other, `delete from line where text = 'b'`);
      await insert(other, 'taken');
    });
    return (await connection.all({ sql: 'select text from line order by text', parameters: [] })).map(
      (record) => record.text,
    );
  });
  assert.deepEqual(seen, ['c', 'mine a', 'taken']);
  assert.deepEqual((await lines()).sort(), ['c', 'taken', 'theirs']);
});
