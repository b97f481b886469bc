import { type Raw, RetryTransaction } from '../../database/index.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { AnyRecord } from '../record.ts';
import { allRights } from '../rights.ts';
import { reachableRecords, rightsOver, type UniqueGroup, type WriteReads } from '../store/index.ts';
import type { Preconditions } from './preconditions.ts';
import { cleanGiven, inColumns, setAsideLegacy } from './values/index.ts';

/** The writes that an upsert needs. */
interface UpsertWrites extends WriteReads {
  findHolder(definition: Definition, group: UniqueGroup, values: Raw): Promise<AnyRecord | undefined>;
  create(definition: Definition, values: Raw, onTrial?: boolean): Promise<bigint>;
  update(definition: Definition, id: bigint, changes: Raw, preconditions: Preconditions): Promise<void>;
  replace(definition: Definition, id: bigint, values: Raw, preconditions: Preconditions): Promise<void>;
}

/** The wanted values, and how to change the record if it exists. */
export interface Upsert {
  readonly by: UniqueGroup;
  readonly change: 'update' | 'replace';
  readonly preconditions: Preconditions;
  /** Whether a record that is created will be rolled back. */
  readonly onTrial?: boolean | undefined;
}

/** The names of the unique groups of fields by which a record can be addressed. */
export function keysOf({ unique, fields }: Definition): string[] {
  const isSent = (name: string) => Object.hasOwn(fields, name) && !fields[name]?.secret;
  return unique.filter((group) => group.every(isSent)).map((group) => group.join());
}

/** Returns the unique group with this name. Throws if it does not exist or has a field that the actor may not see. */
export async function groupNamed(
  reads: WriteReads,
  definition: Definition,
  name: string | undefined,
): Promise<UniqueGroup> {
  const rights = (await rightsOver(reads, definition)) ?? allRights;
  const group = reads.uniqueOf(definition).find(({ fields }) => fields.join() === name);
  if (group?.fields.every((field) => rights.shows(definition, field))) return group;
  throw badParameters({ by: message('notAUniqueField') });
}

/**
 * Creates the record that these values describe, or changes the one that holds their unique values. A matching record that the
 * actor cannot reach counts as a conflict.
 */
export async function upsert(
  writes: UpsertWrites,
  definition: Definition,
  sent: Raw,
  { by, change, preconditions, onTrial }: Upsert,
): Promise<{ readonly id: bigint; readonly isNew: boolean }> {
  const values = inColumns(definition, sent);
  const { judged } = setAsideLegacy(definition, values); // the change decides about the rest
  const given = await cleanGiven(definition, judged);
  const isOpen = (value: unknown) => value === undefined || (value === null && !by.nullsEqual);
  const open = by.fields.filter((field) => isOpen(given[field]));
  if (open.length > 0)
    throw badParameters(Object.fromEntries(open.map((field) => [field, message('missing')])));
  const holder = await writes.findHolder(definition, by, given);
  const [own] = holder ? await reachableRecords(writes, definition, [holder], preconditions.uses) : [];
  if (own) {
    await writes[change](definition, own.id, values, preconditions);
    return { id: own.id, isNew: false };
  }
  try {
    return { id: await writes.create(definition, values, onTrial), isNew: true };
  } catch (error) {
    const isTaken = error instanceof AppError && by.fields.every((field) => field in error.problems);
    if (isTaken && !holder && (await writes.findHolder(definition, by, given))) throw new RetryTransaction();
    throw error;
  }
}

/** For a project's code, which names the unique group itself. */
export async function upsertBy(
  writes: UpsertWrites,
  definition: Definition,
  by: string,
  values: Raw,
): Promise<{ readonly id: bigint; readonly isNew: boolean }> {
  const keys = keysOf(definition);
  if (!keys.includes(by))
    throw new Error(
      `'${by}' is no unique group of '${definition.name}'${suggestion(by, keys)} (allowed: ${keys.join(' | ') || 'none'})`,
    );
  const group = await groupNamed(writes, definition, by);
  return upsert(writes, definition, values, {
    by: group,
    change: 'update',
    preconditions: { uses: ['update'] },
  });
}
