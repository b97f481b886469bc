import { toId } from '../../definitions/bigint.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { Problem } from '../../definitions/problem.ts';
import { AppError, badParameters, type Problems } from '../../errors.ts';
import { toJson } from '../../json.ts';
import { cleanGiven, cleanWhole } from '../../records/clean.ts';
import { within } from '../../records/reach.ts';
import { describeChanges } from '../../records/revisions.ts';
import type { Row } from '../../records/row.ts';
import { RowsRefused } from '../../records/rows-refused.ts';
import { namesTold } from '../../records/unique.ts';
import type { Writes } from '../../records/writes.ts';
import { emptyOutcome, type Outcome } from './outcome.ts';
import type { Seen } from './seen.ts';
import type { SourceRow } from './source-row.ts';

/** How rows are imported. */
export interface Manner {
  readonly definition: Definition;
  /** The field by which rows that are there already are found, to be updated. */
  readonly key: string | undefined;
  /** What was met before, where nothing is kept. */
  readonly seen: Seen | undefined;
}

const KEYS: ReadonlySet<string> = new Set(['string', 'integer', 'bigint']);

/** Throws unless rows can be found by this field. */
export function requireKey({ unique, columns }: Definition, key: string): void {
  const keys = unique.flatMap(([name = '', ...others]) =>
    others.length === 0 && KEYS.has(columns[name]?.type ?? '') ? name : [],
  );
  if (key !== 'id' && !keys.includes(key))
    throw badParameters({ key: `只能是 ${['id', ...keys].join('、')}` });
}

/** Writes rows in their order: each is created, updated, left as it is, or refused alone. */
export async function writeBatch(
  writes: Writes,
  manner: Manner,
  rows: readonly SourceRow[],
): Promise<Outcome> {
  const outcome = emptyOutcome();
  const sound = rows.filter(({ line, problems }) => !problems || !outcome.refused.push([line, problems]));
  const { key } = manner;
  if (key === undefined) await create(writes, manner, sound, outcome);
  else for (const some of apart(manner, key, sound)) await upsert(writes, manner, key, some, outcome);
  outcome.refused.sort(([one], [other]) => one - other);
  return outcome;
}

type Keyed = readonly (readonly [row: SourceRow, key: unknown])[];

/** Stretches of rows of which no two have the same key, so that each finds what the one before it left. */
function* apart({ definition }: Manner, key: string, rows: readonly SourceRow[]): Generator<Keyed> {
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

/** Undefined where the row has none, or none that could be: then it is checked like a new row. */
function keyOf({ fields }: Definition, key: string, { values }: SourceRow): unknown {
  const sent = values[key];
  if (sent === undefined || sent === null) return undefined;
  const value = key === 'id' ? toId(sent) : fields[key]?.clean(sent);
  return value instanceof Problem ? undefined : value;
}

async function upsert(
  writes: Writes,
  manner: Manner,
  key: string,
  rows: Keyed,
  outcome: Outcome,
): Promise<void> {
  const { definition } = manner;
  const keys = rows.flatMap(([, value]) => (value === undefined ? [] : [value]));
  const found = keys.length > 0 ? await writes.where(definition, (q) => q.where(key, 'in', keys)) : [];
  const mine = await within(writes, definition, found as Row[], ['update']);
  const there = new Map(mine.map((row) => [row[key], row]));
  const others: SourceRow[] = [];
  for (const [row, value] of rows) {
    const before = there.get(value);
    if (before) await update(writes, manner, before, row, outcome);
    else if (key === 'id' && row.values.id !== undefined && row.values.id !== null)
      outcome.refused.push([row.line, { id: '没有可以修改的记录' }]);
    else others.push(row);
  }
  await create(writes, manner, others, outcome);
}

async function update(
  writes: Writes,
  { definition }: Manner,
  before: Row,
  { line, values }: SourceRow,
  outcome: Outcome,
): Promise<void> {
  try {
    const after = { ...before, ...cleanGiven(definition, values) };
    const guarded = definition.guarded.filter((name) => values[name] !== undefined);
    const isSeen = (await namesTold(writes, definition, guarded)).length === guarded.length;
    // That nothing would change tells what is there.
    const isSame = isSeen && describeChanges(definition, before, after) === '{}';
    if (!isSame) await writes.update(definition, before.id, values as never);
    outcome[isSame ? 'unchanged' : 'updated'].push([line, before.id]);
  } catch (error) {
    outcome.refused.push([line, problemsOf(error)]);
  }
}

async function create(
  writes: Writes,
  manner: Manner,
  rows: readonly SourceRow[],
  outcome: Outcome,
): Promise<void> {
  const { seen } = manner;
  let left = seen ? unseen(manner, seen, rows, outcome) : rows;
  while (left.length > 0) {
    try {
      const ids = await writes.createMany(manner.definition, left.map(({ values }) => values) as never);
      for (const [place, row] of left.entries()) {
        outcome.created.push([row.line, ids[place] ?? 0n]);
        if (seen) for (const [, value] of uniqueValues(manner.definition, row)) seen.add(value);
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

/** The rows whose unique values no row of an earlier batch had, as far as a dry run can tell. */
function unseen(
  { definition, key }: Manner,
  seen: Seen,
  rows: readonly SourceRow[],
  outcome: Outcome,
): SourceRow[] {
  return rows.filter((row) => {
    const taken = uniqueValues(definition, row).find(([, value]) => seen.has(value))?.[0];
    if (!taken) return true;
    if (taken.join() === key) outcome.updated.push([row.line, 0n]);
    else outcome.refused.push([row.line, Object.fromEntries(taken.map((field) => [field, '已被使用']))]);
    return false;
  });
}

function uniqueValues(
  definition: Definition,
  { values }: SourceRow,
): [fields: readonly string[], value: string][] {
  try {
    const row = cleanWhole(definition, values);
    return definition.unique.flatMap((fields) => {
      const held = fields.map((field) => row[field]);
      return held.includes(null) ? [] : [[fields, toJson([fields, held])]];
    });
  } catch (error) {
    problemsOf(error);
    return []; // refused with its reason where it would be written
  }
}

/** What the row's sender is told; throws on what is no fault of the row. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return Object.keys(error.problems).length > 0 ? error.problems : { '': error.text };
}
