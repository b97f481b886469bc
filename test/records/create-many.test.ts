import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, asyncProperty, assert as check, constantFrom, option, record, string } from 'fast-check';
import type { Connection, Raw } from '../../server/database/engine.ts';
import {
  defineCollection,
  type NewRecord,
  reference,
  references,
  slug,
  text,
} from '../../server/definitions/index.ts';
import { AppError } from '../../server/errors.ts';
import { makeRecordStore } from '../../server/records/record-store.ts';
import type { WriteContext } from '../../server/records/store/write-context.ts';
import { RecordsRefused } from '../../server/records/write/records-refused.ts';
import { revision } from '../../server/records/write/revision.collection.ts';
import type { Writes } from '../../server/records/write/writes.ts';
import { openTemporary } from '../database/open-temporary.ts';

const topic = defineCollection({
  name: 'topic',
  label: 'Topic',
  audit: 'none',
  fields: { name: text({ max: 9 }) },
});
const essay = defineCollection({
  name: 'essay',
  label: 'Article',
  audit: 'full',
  fields: {
    title: text({ max: 9, required: true }),
    name: slug({ from: 'title' }),
    code: text({ max: 9, unique: true }),
    part: text({ max: 9 }),
    topic_id: reference('topic'),
    topics: references('topic'),
  },
  unique: [['title', 'part']],
});

const { database, catalogue } = await openTemporary([topic, essay, revision]);
const { reads, write } = makeRecordStore(database, catalogue);
const act: WriteContext = { actor: { id: 7n, username: 'ann' }, requestId: 'r', now: 1000 };
const there = await write(act, (writes) => writes.createMany(topic, [{ name: 'a' }, { name: 'b' }]));
const [first = 0n, second = 0n] = there;
await write(act, (writes) => writes.create(essay, { title: 'kept', code: 'kept', part: 'p' }));

const ids = constantFrom(first, second, 9_007_199_254_740_993n);
const sent = record(
  {
    title: constantFrom('kept', 'a', 'b', 'much too long', ''),
    name: constantFrom('a', 'kept', 'b-2', 'Bad Name'),
    code: option(constantFrom('kept', 'x', 'y', 'Y')),
    part: option(constantFrom('p', 'q')),
    topic_id: option(ids),
    topics: array(ids, { maxLength: 3 }),
    other: string(),
  },
  { requiredKeys: [] },
);

/** What the work did, in words; all of it is undone again. */
async function outcome(work: (writes: Writes) => Promise<unknown>): Promise<unknown> {
  const undone = new Error('undone');
  let result: unknown;
  await write(act, async (writes) => {
    const refused = await work(writes);
    const newest = (records: readonly Raw[]) => records.map(({ id: _, record_id: __, ...rest }) => rest);
    const inOrder = <T extends { orderBy(column: string): T }>(select: T) => select.orderBy('id');
    result = refused ?? [
      newest(await writes.where(essay, inOrder)),
      newest(await writes.where(revision, inOrder)),
      await writes.records<Raw>(writes.query.selectFrom('essay__topics').select('target_id').orderBy('id'), {
        target_id: { type: 'bigint' },
      }),
    ];
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return result;
}

async function oneByOne(writes: Writes, records: readonly NewRecord<typeof essay>[]): Promise<unknown> {
  const refused: unknown[] = [];
  for (const [index, record] of records.entries())
    await writes.create(essay, record).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      refused.push([index, error.key, error.text]);
    });
  return refused.length > 0 ? refused : undefined;
}

async function together(writes: Writes, records: readonly NewRecord<typeof essay>[]): Promise<unknown> {
  try {
    await writes.createMany(essay, records);
    return undefined;
  } catch (error) {
    if (!(error instanceof RecordsRefused)) throw error;
    return error.records.map(({ index, error: { key, text } }) => [index, key, text]);
  }
}

test('many records that are made together are refused, made and remembered as if one came after the other', async () => {
  await check(
    asyncProperty(array(sent, { maxLength: 6 }), async (values) => {
      const records = values as unknown as NewRecord<typeof essay>[];
      assert.deepEqual(
        await outcome((writes) => together(writes, records)),
        await outcome((writes) => oneByOne(writes, records)),
      );
    }),
    { numRuns: 150 },
  );
});

test('made records get ids in their order, however many they are', async () => {
  const titles = Array.from({ length: 150 }, (_, index) => `t${index}`);
  const made = await write(act, (writes) =>
    writes.createMany(
      essay,
      titles.map((title) => ({ title, topics: [second, first] })),
    ),
  );
  for (const [index, id] of made.entries()) {
    const record = await reads.find(essay, id);
    assert.deepEqual(
      [record?.title, record?.name, record?.topics],
      [titles[index], titles[index], [second, first]],
    );
  }
});

test('of records that are refused each is named, and none is made', async () => {
  const before = await reads.count(essay);
  const records = [{ title: 'fine' }, { title: '' }, { title: 'also' }, { title: 'kept', code: 'kept' }];
  await assert.rejects(
    write(act, (writes) => writes.createMany(essay, records)),
    (error: RecordsRefused) => {
      const problems = error.records.map(({ index, error: { problems } }) => [index, Object.keys(problems)]);
      assert.deepEqual(problems, [
        [1, ['title']],
        [3, ['code']],
      ]);
      return true;
    },
  );
  assert.equal(await reads.count(essay), before);
});

test('many records take as many statements as few', async () => {
  let statements = 0;
  const counting = (connection: Connection): Connection => {
    const counted =
      <A, R>(run: (asked: A) => R) =>
      (asked: A) => {
        statements += 1;
        return run(asked);
      };
    const { all, run, insert, command } = connection;
    return {
      all: counted(all.bind(connection)),
      run: counted(run.bind(connection)),
      insert: counted(insert.bind(connection)),
      command: command.bind(connection),
    };
  };
  const counted = makeRecordStore(
    { ...database, transaction: (work) => database.transaction((connection) => work(counting(connection))) },
    catalogue,
  );
  const cost = async (length: number) => {
    const records = Array.from({ length }, (_, index) => ({
      title: `${length}-${index}`,
      code: `${length}-${index}`,
      topic_id: index % 2 === 0 ? first : second,
      topics: [first, second],
    }));
    statements = 0;
    await counted.write(act, (writes) => writes.createMany(essay, records));
    return statements;
  };
  assert.equal(await cost(64), await cost(4));
});
