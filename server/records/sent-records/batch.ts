import type { Raw } from '../../database/engine.ts';
import { type Definition, hasTextIds, Problem, textId, toId } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { freeTurn, isTurnOver, toJson } from '../../shared/index.ts';
import type { AnyRecord } from '../record.ts';
import { reachableRecords } from '../store/reachable-records.ts';
import { describeChanges, RecordsRefused, type Writes } from '../write/index.ts';
import {
  cleanGiven,
  cleanWhole,
  removedHtmlIn,
  setAsideLegacy,
  visibleNames,
} from '../write/values/index.ts';
import { type BatchOutcome, emptyOutcome } from './batch-outcome.ts';
import { inEachColumn } from './in-each-column.ts';
import { recordKeys, resolveNames } from './named-targets.ts';
import { inParts, ownNamesOf } from './own-names.ts';
import type { Seen } from './seen.ts';
import { problemsOf, type SourceRecord } from './source-record.ts';

/** How the records of an import are written. */
export interface BatchOptions {
  readonly definition: Definition;
  /** The field by which existing records are found and updated. */
  readonly key: string | undefined;
  /** What earlier batches of a dry run held. */
  readonly seen: Seen | undefined;
}

interface Batch extends BatchOptions {
  /** Whether records of the batch name records of their own collection. */
  readonly isNamed: boolean;
}

/** Throws unless records can be found by this field. */
export function requireKey(definition: Definition, key: string): void {
  const keys = recordKeys(definition);
  if (key !== 'id' && !keys.includes(key))
    throw badParameters({ key: message('notAKey', { allowed: ['id', ...keys] }) });
}

/** Writes records in order. Each is created, updated, left unchanged or refused by itself. */
export async function writeBatch(
  writes: Writes,
  options: BatchOptions,
  records: readonly SourceRecord[],
): Promise<BatchOutcome> {
  const { definition, seen } = options;
  seen?.begin();
  const sent = records.map(inEachColumn(definition));
  const earlier = await writeEarlier(writes, options, sent);
  const names = ownNamesOf(definition);
  const isNamed = sent.some((record) => names && names.meantBy(record).length > 0);
  const outcome = emptyOutcome();
  for (const part of inParts(definition, sent)) {
    const sound: SourceRecord[] = [];
    for (const record of await resolveNames(writes, definition, part)) {
      if (record.problems) outcome.refused.push([record.line, record.problems]);
      else sound.push(record);
    }
    await writeSound(writes, { ...options, isNamed }, sound, outcome);
  }
  outcome.refused.sort(([one], [other]) => one - other);
  for (const pair of [...outcome.updated, ...outcome.unchanged]) if (earlier.has(pair[1])) pair[1] = 0n;
  return outcome;
}

/** Writes the records of earlier batches of a dry run again that these name. Returns the ids of those that exist nowhere else. */
async function writeEarlier(
  writes: Writes,
  options: BatchOptions,
  records: readonly SourceRecord[],
): Promise<ReadonlySet<bigint>> {
  const named = options.seen?.recordsNamedBy(records) ?? [];
  if (named.length === 0) return new Set();
  const { created } = await writeBatch(writes, { ...options, seen: undefined }, named);
  return new Set(created.map(([, id]) => id));
}

async function writeSound(
  writes: Writes,
  options: Batch,
  records: readonly SourceRecord[],
  outcome: BatchOutcome,
): Promise<void> {
  const { key } = options;
  if (key === undefined) return create(writes, options, records, outcome);
  for (const some of withoutRepeatedKeys(options, key, records))
    await upsert(writes, options, { key, records: some }, outcome);
}

type Keyed = readonly (readonly [record: SourceRecord, key: unknown])[];

/** Splits records so that no part repeats a key: a record with a key of an earlier part finds what that part wrote. */
function* withoutRepeatedKeys(
  { definition }: BatchOptions,
  key: string,
  records: readonly SourceRecord[],
): Generator<Keyed> {
  let some = new Map<unknown, readonly [SourceRecord, unknown]>();
  for (const record of records) {
    const value = keyOf(definition, key, record);
    if (value !== undefined && some.has(value)) {
      yield [...some.values()];
      some = new Map();
    }
    some.set(value ?? record, [record, value]);
  }
  yield [...some.values()];
}

/** The record's key; undefined if it is missing or invalid, in which case the record is checked like a new one. */
export function keyOf(
  { fields, columns }: Definition,
  key: string,
  { values }: Pick<SourceRecord, 'values'>,
): unknown {
  const sent = values[key];
  if (sent === undefined || sent === null) return undefined;
  const ofId = hasTextIds({ columns }) ? textId.clean(sent) : toId(sent);
  const value = key === 'id' ? ofId : fields[key]?.clean(sent);
  return value instanceof Problem ? undefined : value;
}

async function upsert(
  writes: Writes,
  options: Batch,
  { key, records }: { readonly key: string; readonly records: Keyed },
  outcome: BatchOutcome,
): Promise<void> {
  const { definition } = options;
  const keys = records.flatMap(([, value]) => (value === undefined ? [] : [value]));
  const found = keys.length > 0 ? await writes.where(definition, (q) => q.where(key, 'in', keys)) : [];
  const mine = await reachableRecords(writes, definition, found, ['update']);
  const there = new Map(mine.map((record) => [record[key], record]));
  const readable = new Set(await reachableRecords(writes, definition, mine, ['read']));
  const others: SourceRecord[] = [];
  for (const [record, value] of records) {
    if (isTurnOver()) await freeTurn();
    const before = there.get(value);
    if (before) {
      const sent = { before, values: record.values, isSeen: readable.has(before) };
      const done = await updateRecord(writes, definition, sent).catch(problemsOf);
      if (typeof done === 'string') {
        outcome[done].push([record.line, before.id]);
        if (done === 'updated') noteRemovedHtml(outcome, definition, record);
        options.seen?.addRecord(record);
      } else outcome.refused.push([record.line, done]);
    } else if (key === 'id' && record.values.id !== undefined && record.values.id !== null)
      outcome.refused.push([record.line, { id: message('noRecordToUpdate') }]);
    else others.push(record);
  }
  await create(writes, options, others, outcome);
}

/** An existing record, the values sent for it, and whether the actor may read it. */
interface ExistingRecord {
  readonly before: AnyRecord;
  readonly values: Raw;
  readonly isSeen: boolean;
}

/** Changes a record, unless it already has the sent values. */
export async function updateRecord(
  writes: Writes,
  definition: Definition,
  { before, values, isSeen }: ExistingRecord,
): Promise<'updated' | 'unchanged'> {
  const { judged, doubtful } = setAsideLegacy(definition, values); // the write decides about the rest
  const after = { ...before, ...(await cleanGiven(definition, judged)) };
  const guarded = definition.guarded.filter((name) => values[name] !== undefined);
  const isWholeSeen = isSeen && (await visibleNames(writes, definition, guarded)).length === guarded.length;
  // "Unchanged" would reveal stored values to someone who may not see them.
  const isSame = isWholeSeen && describeChanges(definition, before, after) === '{}' && doubtful.size === 0;
  if (!isSame) await writes.update(definition, before.id, values);
  return isSame ? 'unchanged' : 'updated';
}

/** Notes what was removed from the HTML of a record that was written. */
function noteRemovedHtml(
  outcome: BatchOutcome,
  definition: Definition,
  { line, values }: SourceRecord,
): void {
  const removed = removedHtmlIn(definition, values);
  if (removed) outcome.removedHtml.push([line, removed]);
}

async function create(
  writes: Writes,
  options: Batch,
  records: readonly SourceRecord[],
  outcome: BatchOutcome,
): Promise<void> {
  const { seen, definition } = options;
  const onTrial = seen !== undefined && !options.isNamed; // what others name needs an id that they can hold
  let left = seen ? await unseen(options, seen, records, outcome) : records;
  while (left.length > 0) {
    try {
      const ids = await writes.createMany(
        definition,
        left.map(({ values }) => values),
        onTrial,
      );
      for (const [place, record] of left.entries()) {
        outcome.created.push([record.line, ids[place] ?? 0n]);
        noteRemovedHtml(outcome, definition, record);
        if (isTurnOver()) await freeTurn();
        if (!seen) continue;
        seen.addRecord(record);
        for (const [, value] of await uniqueValues(definition, record)) seen.add(value);
      }
      return;
    } catch (error) {
      if (!(error instanceof RecordsRefused)) throw error;
      const refused = new Map(error.records.map((record) => [record.index, record.error]));
      for (const [place, why] of refused) outcome.refused.push([left[place]?.line ?? 0, problemsOf(why)]);
      left = left.filter((_, place) => !refused.has(place));
    }
  }
}

/** The records whose unique values no earlier batch of the dry run held. */
async function unseen(
  { definition, key }: BatchOptions,
  seen: Seen,
  records: readonly SourceRecord[],
  outcome: BatchOutcome,
): Promise<SourceRecord[]> {
  const left: SourceRecord[] = [];
  for (const record of records) {
    if (isTurnOver()) await freeTurn();
    const taken = (await uniqueValues(definition, record)).find(([, value]) => seen.has(value))?.[0];
    if (!taken) left.push(record);
    else if (taken.join() === key) {
      outcome.updated.push([record.line, 0n]);
      seen.addRecord(record);
    } else
      outcome.refused.push([
        record.line,
        Object.fromEntries(taken.map((field) => [field, message('taken')])),
      ]);
  }
  return left;
}

async function uniqueValues(
  definition: Definition,
  { values }: SourceRecord,
): Promise<[fields: readonly string[], value: string][]> {
  try {
    const record = await cleanWhole(definition, values);
    return definition.unique.flatMap((fields) => {
      const held = fields.map((field) => record[field]);
      return held.includes(null) && !definition.nullsEqual.has(fields)
        ? []
        : [[fields, toJson([fields, held])]];
    });
  } catch (error) {
    problemsOf(error);
    return []; // refused with its reason where it would be written
  }
}
