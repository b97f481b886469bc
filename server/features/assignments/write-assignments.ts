import type { Door, FindUsers } from '../../access/index.ts';
import { AppError, badParameters } from '../../errors.ts';
import type { Rights, Writes } from '../../records/index.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { type CommentSubject, findUnmentionable, formerNames, mayChange } from '../comments/exports.ts';
import { assignment } from './assignment.collection.ts';
import { MOST_OPEN } from './find-assignments.ts';
import { message } from './messages/message.ts';
import { type Readable, readableAmong } from './readable.ts';

const MOST_OF_RECORD = 20;
const MOST_IN_AN_HOUR = 200;

interface NewAssignment {
  readonly place: CommentSubject;
  readonly userId: bigint;
  readonly note?: string | undefined;
  readonly due_time?: number | null | undefined;
}

/** Finds an open assignment whose record the caller may read now. Throws if there is none. */
export async function getOpen(writes: Writes, rights: Rights, id: bigint): Promise<Readable> {
  const stored = await writes.find(assignment, id);
  const [found] = await readableAmong(writes, rights, stored ? [stored] : []);
  if (!found) throw new AppError('recordNotFound');
  if (found.stored.done_time !== null) throw badParameters({ id: message('assignmentIsDone') });
  return found;
}

/** Assigns a record to a user, and returns the id of the assignment. Throws if it may not, or need not, be assigned to them. */
export async function addAssignment(
  writes: Writes,
  door: Door,
  findUsers: FindUsers,
  { place, userId, note = '', due_time = null }: NewAssignment,
): Promise<bigint> {
  const knowing = { findUsers, reader: writes.connection, reads: writes };
  if ((await findUnmentionable(knowing, door, place, [userId])) !== undefined)
    throw badParameters({ user_id: message('notAssignable') });
  await requireRoom(writes, door, place, userId);
  const { served, record } = place;
  return writes.create(assignment, {
    collection: served.name,
    record_id: record.id,
    user_id: userId,
    note,
    ...dueAt(writes, due_time),
  });
}

/** The columns that say until when it should be done. Throws if that time has passed. */
export function dueAt({ context: { now } }: Writes, due_time: number | null) {
  if (due_time !== null && due_time <= now) throw badParameters({ due_time: message('dueTimeHasPassed') });
  return { due_time, due_set_time: due_time === null ? null : now };
}

/** Throws unless somebody with these rights may change the record. */
export async function requireChange(
  writes: Writes,
  rights: Rights,
  place: Pick<CommentSubject, 'served' | 'definition' | 'record'>,
): Promise<void> {
  if (!(await mayChange(writes, rights, place))) throw new AppError('permissionMissing');
}

async function requireRoom(
  writes: Writes,
  { actor }: Door,
  { served, record }: CommentSubject,
  userId: bigint,
) {
  const since = writes.context.now - HOUR_MS;
  const recent = await writes.count(assignment, (select) =>
    select.where('create_user_id', '=', actor.id).where('create_time', '>', since),
  );
  if (recent >= MOST_IN_AN_HOUR)
    throw new AppError('tooManyRequests', {
      detail: message('tooManyAssignments', { max: MOST_IN_AN_HOUR }),
    });
  const open = await writes.where(assignment, (select) =>
    select
      .where('collection', 'in', formerNames(served))
      .where('record_id', '=', record.id)
      .where('done_time', 'is', null)
      .limit(MOST_OF_RECORD),
  );
  if (open.some(({ user_id }) => user_id === userId))
    throw badParameters({ user_id: message('alreadyAssigned') });
  if (open.length >= MOST_OF_RECORD)
    throw badParameters({ '': message('tooManyOfRecord', { max: MOST_OF_RECORD }) });
  const theirs = await writes.count(assignment, (select) =>
    select.where('user_id', '=', userId).where('done_time', 'is', null),
  );
  if (theirs >= MOST_OPEN) throw badParameters({ user_id: message('tooManyOfUser', { max: MOST_OPEN }) });
}
