import type { Raw } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { AppError } from '../errors.ts';
import { type ActingReads, rightsOver } from './act.ts';
import { fillerOf } from './made-values.ts';
import type { Reads } from './reads.ts';

// Engines refuse duplicates too, each in its own order and words; they have the last word where two transactions look at
// the same time.

/** The first unique group of fields of which another row holds these values; of a row that was there `before`, of those that change. */
export async function takenFields(
  reads: Reads,
  definition: Definition,
  row: Raw,
  before?: Raw,
): Promise<readonly string[] | undefined> {
  for (const group of reads.uniqueOf(definition)) {
    const isKept = before !== undefined && group.fields.every((field) => row[field] === before[field]);
    if (!isKept && (await reads.placesTaken(group, [row])).size > 0) return group.fields;
  }
  return undefined;
}

/**
 * Sees, for each new row in turn, that no kept row and none before it holds its unique values, and fills its made fields.
 * Answers why a row cannot be kept, in the rows' places.
 */
export async function settleUnique(
  reads: ActingReads,
  definition: Definition,
  rows: readonly Record<string, unknown>[],
): Promise<(AppError | undefined)[]> {
  const groups = reads.uniqueOf(definition);
  if (groups.length === 0) return [];
  const held = groups.map(() => new Set<unknown>());
  const places: ReadonlySet<number>[] = [];
  for (const group of groups) places.push(await reads.placesTaken(group, rows));
  const fillMade = await fillerOf(reads, definition, rows);
  const errors: (AppError | undefined)[] = [];
  for (const [place, row] of rows.entries()) {
    const taken = groups.find(
      ({ fields }, index) => places[index]?.has(place) || held[index]?.has(keyOf(row, fields)),
    );
    errors.push(taken && (await takenError(reads, definition, taken.fields)));
    if (taken) continue;
    // After that check: where somebody else takes a made value meanwhile, another is made instead.
    await fillMade(row);
    for (const [index, { fields }] of groups.entries()) {
      const key = keyOf(row, fields);
      if (key !== null) held[index]?.add(key);
    }
  }
  return errors;
}

/** That these fields' values are taken; fields that whoever writes may not see are not named. */
export async function takenError(
  reads: ActingReads,
  definition: Definition,
  fields: readonly string[],
): Promise<AppError> {
  const told = await namesTold(reads, definition, fields);
  const problems = Object.fromEntries(told.map((field) => [field, '已被使用']));
  const own = definition.conflicts[fields.join()]; // says by itself what is taken
  const isNamed = own === undefined && told.length > 0;
  return new AppError(own ?? 'duplicate', { problems, ...(isNamed && { detail: told.join('、') }) });
}

/** Those of these fields that may be named to whoever acts. */
export async function namesTold(
  reads: ActingReads,
  definition: Definition,
  fields: readonly string[],
): Promise<readonly string[]> {
  const rights = await rightsOver(reads, definition);
  return rights ? fields.filter((field) => rights.shows(definition, field)) : fields;
}

/** The same for the same values, and null where one of them is: null is never taken. */
function keyOf(row: Raw, fields: readonly string[]): unknown {
  const values = fields.map((field) => row[field]);
  if (values.includes(null)) return null;
  return values.length === 1 ? values[0] : values.join('\0'); // no text holds a NUL
}
