import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bigint, decimal, defineCollection, text } from '../../server/definitions/index.ts';
import { AppError } from '../../server/errors.ts';
import { listAsOf, recordAsOf } from '../../server/records/past/as-of.ts';
import { historyOf, restoreRevision } from '../../server/records/past/history.ts';
import { historyStart } from '../../server/records/past/history-start.collection.ts';
import { purgeSet, restoreSets } from '../../server/records/past/trash.ts';
import type { AnyRecord } from '../../server/records/record.ts';
import { makeRecordStore } from '../../server/records/record-store.ts';
import { deletion } from '../../server/records/write/removal/deletion.collection.ts';
import { revision } from '../../server/records/write/revision.collection.ts';
import { readChanges } from '../../server/records/write/revisions.ts';
import type { Writes } from '../../server/records/write/writes.ts';
import { openTemporary } from '../database/open-temporary.ts';
import { type Event, type Operation, operations, outcome, type World, worldAt } from './life-model.ts';

const note = defineCollection({
  name: 'note',
  label: 'Note',
  audit: 'full',
  fields: {
    name: text({ max: 9, required: true, unique: true }),
    size: bigint(),
    price: decimal({ precision: 18, scale: 2, default: '0' }),
  },
});
const { database, catalogue } = await openTemporary([note, revision, deletion, historyStart]);
const { reads, write } = makeRecordStore(database, catalogue);
const latest = { count: 100, after: undefined };
const fieldsOf = ({ name, size, price }: AnyRecord) => ({ name, size, price });

const clear = () =>
  database.transaction(async (connection) => {
    for (const table of ['note', 'quire_revision'])
      await connection.run({ sql: `delete from ${table}`, parameters: [] });
  });

/** Does it, and notes in the world what must have come of it. */
async function perform(world: World, operation: Operation, now: number): Promise<void> {
  const ids = [...world.keys()];
  const isNew = operation.action === 'create' || ids.length === 0;
  const id = isNew ? 0n : (ids[operation.row % ids.length] ?? 0n);
  const work = isNew ? { ...operation, action: 'create' as const } : operation;
  const fields = outcome(world, id, work);
  const act = { actor: { id: 7n, username: 'ann' }, requestId: 'r', now };
  const done = write(act, (writes) => run(writes, id, work));
  if (fields === 'refused') {
    await assert.rejects(done, AppError);
    return;
  }
  const made = await done;
  const life = world.get(isNew ? made : id) ?? [];
  const time = Math.max(now, life.at(-1)?.time ?? 0);
  const action = { revise: 'update', replace: 'update' }[work.action as string] ?? work.action;
  const event: Event = { action, time, fields };
  world.set(isNew ? made : id, action === 'purge' ? [event] : [...life, event]);
}

async function run(writes: Writes, id: bigint, { action, fields, given, event }: Operation): Promise<bigint> {
  if (action === 'create') return writes.create(note, fields);
  if (action === 'delete') await writes.remove(note, id);
  if (action === 'replace') await writes.replace(note, id, fields);
  if (action === 'update')
    await writes.update(note, id, Object.fromEntries(given.map((name) => [name, fields[name]])));
  if (action === 'restore') await restoreSets(writes, note, [id]);
  if (action === 'purge') await purgeSet(writes, note, id);
  if (action === 'revise') {
    const history = (await historyOf(reads, note, id, latest)).toReversed();
    await restoreRevision(writes, note, id, history[event % history.length]?.id ?? 0n);
  }
  return id;
}

async function checkHistory(id: bigint, life: readonly Event[]): Promise<void> {
  const history = (await historyOf(reads, note, id, latest)).toReversed();
  assert.deepEqual(
    history.map(({ action, time }) => ({ action, time })),
    life.map(({ action, time }) => ({ action, time })),
  );
  let state: Record<string, unknown> = {};
  history.forEach((one, index) => {
    const changes = readChanges(note, one);
    for (const [name, [before, after]] of Object.entries(changes)) {
      assert.deepEqual(before, state[name] ?? null);
      state = { ...state, [name]: after };
    }
    const { fields } = life[index] ?? {};
    if (fields) assert.deepEqual({ size: null, ...state }, fields);
  });
}

async function checkTime(world: World, time: number, ids: ReadonlySet<bigint>): Promise<void> {
  const expected = worldAt(world, time);
  const seen = new Map<bigint, object>();
  let after: bigint | undefined;
  for (let turn = 0; turn < 100; turn += 1) {
    const asked = { time, count: 3, after, descending: true };
    const page = await listAsOf(reads, note, asked, { id: { in: [...ids] } });
    for (const record of page.items) seen.set(record.id, fieldsOf(record));
    if (page.next === undefined) break;
    after = page.next;
  }
  assert.deepEqual(new Map([...seen].reverse()), expected);
  for (const id of ids) {
    const record = await recordAsOf(reads, note, { id, time }, 'all');
    assert.deepEqual(record && fieldsOf(record), expected.get(id));
  }
}

test('the past is what a model of it says, whatever was done and however the clock went', async () => {
  let clock = 1000;
  const property = fc.asyncProperty(operations, async (plan) => {
    await clear();
    const world: World = new Map();
    const start = clock;
    for (const operation of plan) {
      clock += operation.passed;
      await perform(world, operation, clock);
    }
    const ids = new Set(world.keys());
    for (const [id, life] of world) await checkHistory(id, life);
    for (let time = start - 4; time <= clock + 4; time += 3) await checkTime(world, time, ids);
    clock += 200;
  });
  await fc.assert(property, { numRuns: 60 });
});
