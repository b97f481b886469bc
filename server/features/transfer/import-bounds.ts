import type { Door } from '../../access/door.ts';
import { job } from '../../background/job.collection.ts';
import { type AccessRule, login } from '../../definitions/access-rule.ts';
import { AppError, badParameters, tooManyRequests } from '../../errors.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { IMPORT, importCollection } from './import.collection.ts';
import { message } from './messages/message.ts';

/** The most imports that wait or run, for each user and in total. */
export const LIMIT = { each: 2, inAll: 4 };
/** The records that all imports and bulk changes of a user may read in an hour, dry runs included. */
const MOST_RECORDS = 1_000_000;
/** An import with this many refused records is probably of the wrong file. */
const MOST_REFUSED = 10_000;

/**
 * Throws if the user has too many unfinished imports, which would take disk space and time from others, or if the import could not
 * finish. `records` is the number of records that it will read, where that is known.
 */
export async function requireRoom(door: Door, userId: bigint, records = 0): Promise<void> {
  if ((await unfinishedImports(door, userId)) >= LIMIT.each) throw tooManyRequests();
  if (door.actor.isSuper) return;
  const { reads, admission } = door;
  const [read] = await reads.records<{ records: bigint | null }>(
    reads.query
      .selectFrom(importCollection.name)
      .select((q) => q.fn.sum('line').as('records'))
      .where('create_user_id', '=', userId)
      .where('time', '>', admission.now - HOUR_MS),
    { records: { type: 'bigint' } },
  );
  const before = Number(read?.records ?? 0);
  if (before < MOST_RECORDS && before + records <= MOST_RECORDS) return;
  throw new AppError('tooManyRequests', {
    detail: message('mostRecordsAnHour', { max: MOST_RECORDS }),
    headers: { 'retry-after': String(HOUR_MS / 1000) },
  });
}

/** Throws where an import is not worth going on with: too many of its records were refused, or its user has read their share. */
export function requireWorth({ actor }: Door, { refused, line }: { refused: number; line: number }): void {
  if (refused >= MOST_REFUSED)
    throw badParameters({ '': message('mostRefusedRecords', { max: MOST_REFUSED }) });
  if (line >= MOST_RECORDS && !actor.isSuper)
    throw badParameters({ '': message('mostRecordsAnHour', { max: MOST_RECORDS }) });
}

/** The number of imports that wait or run. */
function unfinishedImports({ reads }: Door, userId: bigint): Promise<number> {
  return reads.count(job, (select) =>
    select.where('kind', '=', IMPORT).where('due_time', 'is not', null).where('create_user_id', '=', userId),
  );
}

/** The rule of an import's routes: it belongs to someone, even where everyone may create records. */
export function signedIn(rule: AccessRule): AccessRule {
  if (rule.level === 'any') return { ...rule, rules: rule.rules.map(signedIn) };
  return rule.level === 'public' ? login : rule;
}
