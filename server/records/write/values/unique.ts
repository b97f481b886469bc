import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { AppError } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import { toJson } from '../../../shared/exact-json.ts';
import { isSame } from '../../record.ts';
import type { UniqueGroup } from '../../store/collection-statements.ts';
import type { Reads } from '../../store/reads.ts';
import { rightsOver, type WriteReads } from '../../store/write-context.ts';
import { fillerOf } from './made-values.ts';

// Engines refuse duplicates too, each in its own order and words. They decide when two transactions check at the same time.

/** The first unique group of fields whose values another record holds; for a change, only groups that differ from `before`. */
export async function takenFields(
  reads: Reads,
  definition: Definition,
  record: Raw,
  before?: Raw,
): Promise<readonly string[] | undefined> {
  for (const group of reads.uniqueOf(definition)) {
    const isKept =
      before !== undefined && group.fields.every((field) => isSame(record[field], before[field]));
    if (!isKept && (await reads.placesTaken(group, [record])).size > 0) return group.fields;
  }
  return undefined;
}

/**
 * Checks, for each new record in turn, that neither a stored record nor an earlier new one holds its unique values, and fills its
 * made fields. Returns the errors, indexed like `records`.
 */
export async function settleUnique(
  reads: WriteReads,
  definition: Definition,
  records: readonly Record<string, unknown>[],
): Promise<(AppError | undefined)[]> {
  const groups = reads.uniqueOf(definition);
  const held = groups.map(() => new Set<unknown>());
  const stored: ReadonlySet<number>[] = [];
  for (const group of groups) stored.push(await reads.placesTaken(group, records));
  const fillMade = await fillerOf(reads, definition, records);
  const errors: (AppError | undefined)[] = [];
  for (const [position, record] of records.entries()) {
    const taken = groups.find(
      (group, index) => stored[index]?.has(position) || held[index]?.has(keyOf(record, group)),
    );
    errors.push(taken && (await takenError(reads, definition, taken.fields)));
    if (taken) continue;
    // Only after that check: if a made value turns out to be taken, another is made instead of an error.
    await fillMade(record);
    for (const [index, group] of groups.entries()) {
      const key = keyOf(record, group);
      if (key !== null) held[index]?.add(key);
    }
  }
  return errors;
}

/** The error that these fields' values are taken. Fields that the actor may not see are not named. */
export async function takenError(
  reads: WriteReads,
  definition: Definition,
  fields: readonly string[],
): Promise<AppError> {
  const named = await visibleNames(reads, definition, fields);
  const problems = Object.fromEntries(named.map((field) => [field, message('taken')]));
  const own = definition.conflicts[fields.join()]; // its sentence says what is taken
  const isNamed = own === undefined && named.length > 0;
  return new AppError(own ?? 'duplicate', {
    problems,
    ...(isNamed && { detail: message('names', { names: named }) }),
  });
}

/** Those of these fields that the actor may see. */
export async function visibleNames(
  reads: WriteReads,
  definition: Definition,
  fields: readonly string[],
): Promise<readonly string[]> {
  const rights = await rightsOver(reads, definition);
  return rights ? fields.filter((field) => rights.shows(definition, field)) : fields;
}

/** A key for these values; null if one of them is a null that counts as distinct. */
function keyOf(record: Raw, { fields, nullsEqual }: UniqueGroup): unknown {
  const values = fields.map((field) => comparable(record[field]));
  const hasNull = values.includes(null);
  if (hasNull && !nullsEqual) return null;
  if (hasNull) return ['', ...values.map((value) => (value === null ? '' : `=${value}`))].join('\0');
  return values.length === 1 ? values[0] : values.join('\0'); // no text holds a NUL
}

/** Points are objects, so they are compared as text. */
function comparable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? toJson(value) : value;
}
