import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { toId } from '../../definitions/fields/bigint.ts';
import { Problem } from '../../definitions/problem.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { toJson } from '../../shared/json.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import type { Row } from '../row.ts';
import { reachableRows } from '../rows/reachable-rows.ts';
import { describeChanges } from '../write/revisions.ts';
import { RowsRefused } from '../write/rows-refused.ts';
import { cleanGiven, cleanWhole } from '../write/values/clean.ts';
import { setAsideLegacy } from '../write/values/legacy-values.ts';
import { removedHtmlIn } from '../write/values/removed-html.ts';
import { visibleNames } from '../write/values/unique.ts';
import type { Writes } from '../write/writes.ts';
import { type BatchOutcome, emptyOutcome } from './batch-outcome.ts';
import { inEachColumn } from './in-each-column.ts';
import { resolveNames, rowKeys } from './named-targets.ts';
import { inParts, ownNamesOf } from './own-names.ts';
import type { Seen } from './seen.ts';
import { problemsOf, type SourceRow } from './source-row.ts';

/** How the rows of an import are written. */
export interface BatchOptions {
  readonly definition: Definition;
  /** The field by which existing rows are found and updated. */
  readonly key: string | undefined;
  /** What earlier batches of a dry run held. */
  readonly seen: Seen | undefined;
}

interface Batch extends BatchOptions {
  /** Whether rows of the batch name rows of their own collection. */
  readonly isNamed: boolean;
}

/** Throws unless rows can be found by this field. */
export function requireKey(definition: Definition, key: string): void {
  const keys = rowKeys(definition);
  if (key !== 'id' && !keys.includes(key))
    throw badParameters({ key: message('notAKey', { allowed: ['id', ...keys] }) });
}

/** Writes rows in order. Each is created, updated, left unchanged or refused by itself. */
export async function writeBatch(
  writes: Writes,
  options: BatchOptions,
  rows: readonly SourceRow[],
): Promise<BatchOutcome> {
  const { definition, seen } = options;
  seen?.begin();
  const sent = rows.map(inEachColumn(definition));
  const earlier = await writeEarlier(writes, options, sent);
  const names = ownNamesOf(definition);
  const isNamed = sent.some((row) => names && names.meantBy(row).length > 0);
  const outcome = emptyOutcome();
  for (const part of inParts(definition, sent)) {
    const sound: SourceRow[] = [];
    for (const row of await resolveNames(writes, definition, part)) {
      if (row.problems) outcome.refused.push([row.line, row.problems]);
      else sound.push(row);
    }
    await writeSound(writes, { ...options, isNamed }, sound, outcome);
  }
  outcome.refused.sort(([one], [other]) => one - other);
  for (const pair of [...outcome.updated, ...outcome.unchanged]) if (earlier.has(pair[1])) pair[1] = 0n;
  return outcome;
}

/** Writes the rows of earlier batches of a dry run again that these name. Returns the ids of those that exist nowhere else. */
async function writeEarlier(
  writes: Writes,
  options: BatchOptions,
  rows: readonly SourceRow[],
): Promise<ReadonlySet<bigint>> {
  const named = options.seen?.rowsNamedBy(rows) ?? [];
  if (named.length === 0) return new Set();
  const { created } = await writeBatch(writes, { ...options, seen: undefined }, named);
  return new Set(created.map(([, id]) => id));
}

async function writeSound(
  writes: Writes,
  options: Batch,
  rows: readonly SourceRow[],
  outcome: BatchOutcome,
): Promise<void> {
  const { key } = options;
  if (key === undefined) return create(writes, options, rows, outcome);
  for (const some of withoutRepeatedKeys(options, key, rows))
    await upsert(writes, options, { key, rows: some }, outcome);
}

type Keyed = readonly (readonly [row: SourceRow, key: unknown])[];

/** Splits rows so that no part repeats a key: a row with a key of an earlier part finds what that part wrote. */
function* withoutRepeatedKeys(
  { definition }: BatchOptions,
  key: string,
  rows: readonly SourceRow[],
): Generator<Keyed> {
  let some = new Map<unknown, readonly [SourceRow, unknown]>();
  for (const row of rows) {
    const value = keyOf(definition, key, row);
    if (value !== undefined && some.has(value)) {
      yield [...some.values()];
      some = new Map();
    }
    some.set(value ?? row, [row, value]);
  }
  yield [...some.values()];
}

/** The row's key; undefined if it is missing or invalid, in which case the row is checked like a new one. */
export function keyOf({ fields }: Definition, key: string, { values }: Pick<SourceRow, 'values'>): unknown {
  const sent = values[key];
  if (sent === undefined || sent === null) return undefined;
  const value = key === 'id' ? toId(sent) : fields[key]?.clean(sent);
  return value instanceof Problem ? undefined : value;
}

async function upsert(
  writes: Writes,
  options: Batch,
  { key, rows }: { readonly key: string; readonly rows: Keyed },
  outcome: BatchOutcome,
): Promise<void> {
  const { definition } = options;
  const keys = rows.flatMap(([, value]) => (value === undefined ? [] : [value]));
  const found = keys.length > 0 ? await writes.where(definition, (q) => q.where(key, 'in', keys)) : [];
  const mine = await reachableRows(writes, definition, found, ['update']);
  const there = new Map(mine.map((row) => [row[key], row]));
  const readable = new Set(await reachableRows(writes, definition, mine, ['read']));
  const others: SourceRow[] = [];
  for (const [row, value] of rows) {
    if (isTurnOver()) await freeTurn();
    const before = there.get(value);
    if (before) {
      const sent = { before, values: row.values, isSeen: readable.has(before) };
      const done = await updateRow(writes, definition, sent).catch(problemsOf);
      if (typeof done === 'string') {
        outcome[done].push([row.line, before.id]);
        if (done === 'updated') noteRemovedHtml(outcome, definition, row);
        options.seen?.addRow(row);
      } else outcome.refused.push([row.line, done]);
    } else if (key === 'id' && row.values.id !== undefined && row.values.id !== null)
      outcome.refused.push([row.line, { id: message('noRowToUpdate') }]);
    else others.push(row);
  }
  await create(writes, options, others, outcome);
}

/** An existing row, the values sent for it, and whether the actor may read it. */
interface Found {
  readonly before: Row;
  readonly values: Raw;
  readonly isSeen: boolean;
}

/** Changes a row, unless it already has the sent values. */
export async function updateRow(
  writes: Writes,
  definition: Definition,
  { before, values, isSeen }: Found,
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

/** Notes what was removed from the HTML of a row that was written. */
function noteRemovedHtml(outcome: BatchOutcome, definition: Definition, { line, values }: SourceRow): void {
  const removed = removedHtmlIn(definition, values);
  if (removed) outcome.removedHtml.push([line, removed]);
}

async function create(
  writes: Writes,
  options: Batch,
  rows: readonly SourceRow[],
  outcome: BatchOutcome,
): Promise<void> {
  const { seen, definition } = options;
  const onTrial = seen !== undefined && !options.isNamed; // what others name needs an id that they can hold
  let left = seen ? await unseen(options, seen, rows, outcome) : rows;
  while (left.length > 0) {
    try {
      const ids = await writes.createMany(
        definition,
        left.map(({ values }) => values),
        onTrial,
      );
      for (const [place, row] of left.entries()) {
        outcome.created.push([row.line, ids[place] ?? 0n]);
        noteRemovedHtml(outcome, definition, row);
        if (isTurnOver()) await freeTurn();
        if (!seen) continue;
        seen.addRow(row);
        for (const [, value] of await uniqueValues(definition, row)) seen.add(value);
      }
      return;
    } catch (error) {
      if (!(error instanceof RowsRefused)) throw error;
      const refused = new Map(error.rows.map((row) => [row.index, row.error]));
      for (const [place, why] of refused) outcome.refused.push([left[place]?.line ?? 0, problemsOf(why)]);
      left = left.filter((_, place) => !refused.has(place));
    }
  }
}

/** The rows whose unique values no earlier batch of the dry run held. */
async function unseen(
  { definition, key }: BatchOptions,
  seen: Seen,
  rows: readonly SourceRow[],
  outcome: BatchOutcome,
): Promise<SourceRow[]> {
  const left: SourceRow[] = [];
  for (const row of rows) {
    if (isTurnOver()) await freeTurn();
    const taken = (await uniqueValues(definition, row)).find(([, value]) => seen.has(value))?.[0];
    if (!taken) left.push(row);
    else if (taken.join() === key) {
      outcome.updated.push([row.line, 0n]);
      seen.addRow(row);
    } else
      outcome.refused.push([row.line, Object.fromEntries(taken.map((field) => [field, message('taken')]))]);
  }
  return left;
}

async function uniqueValues(
  definition: Definition,
  { values }: SourceRow,
): Promise<[fields: readonly string[], value: string][]> {
  try {
    const row = await cleanWhole(definition, values);
    return definition.unique.flatMap((fields) => {
      const held = fields.map((field) => row[field]);
      return held.includes(null) && !definition.nullsEqual.has(fields)
        ? []
        : [[fields, toJson([fields, held])]];
    });
  } catch (error) {
    problemsOf(error);
    return []; // refused with its reason where it would be written
  }
}
