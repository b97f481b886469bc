import type { Raw } from '../database/engine.ts';
import { Overtaken } from '../database/retrying.ts';
import type { Definition } from '../definitions/define-record.ts';
import { AppError, badParameters } from '../errors.ts';
import { type ActingReads, rightsOver } from './act.ts';
import { cleanGiven } from './clean.ts';
import { within } from './reach.ts';
import type { UniqueGroup } from './record-statements.ts';
import { allRights } from './rights.ts';
import type { Terms, Writes } from './writes.ts';

/** Which row is meant, and what becomes of it where it is there. */
export interface Upsert {
  readonly by: UniqueGroup;
  readonly change: 'update' | 'replace';
  readonly terms: Terms;
}

/** The names of a record's unique groups of fields, by which a row can be meant. */
export function keysOf({ unique, fields }: Definition): string[] {
  return unique.filter((group) => !group.some((name) => fields[name]?.secret)).map((group) => group.join());
}

/** The unique group of this name. Throws where there is none that may be told to whoever acts. */
export async function groupNamed(
  reads: ActingReads,
  definition: Definition,
  name: string | undefined,
): Promise<UniqueGroup> {
  const rights = (await rightsOver(reads, definition)) ?? allRights;
  const group = reads.uniqueOf(definition).find(({ fields }) => fields.join() === name);
  if (group?.fields.every((field) => rights.shows(definition, field))) return group;
  throw badParameters({ by: '不是此记录可用的唯一字段' });
}

/**
 * Makes the row that these values describe, or changes the one that holds their unique fields. One that is not the caller's
 * is none to change: its name is taken.
 */
export async function upsert(
  writes: Writes,
  definition: Definition,
  values: Raw,
  { by, change, terms }: Upsert,
): Promise<{ readonly id: bigint; readonly isNew: boolean }> {
  const given = cleanGiven(definition, values);
  const open = by.fields.filter((field) => given[field] === undefined || given[field] === null);
  if (open.length > 0) throw badParameters(Object.fromEntries(open.map((field) => [field, '不能缺少'])));
  const holder = await writes.findHolder(definition, by, given);
  const [own] = holder ? await within(writes, definition, [holder], terms.uses) : [];
  if (own) {
    await writes[change](definition, own.id, values as never, terms);
    return { id: own.id, isNew: false };
  }
  try {
    return { id: await writes.create(definition, values as never), isNew: true };
  } catch (error) {
    const isTaken = error instanceof AppError && by.fields.every((field) => field in error.problems);
    if (isTaken && !holder && (await writes.findHolder(definition, by, given))) throw new Overtaken();
    throw error;
  }
}
