import type { Reads } from '../../records/store/reads.ts';
import { type CommentSubject, formerNames } from '../comments/exports.ts';
import { type Assignment, assignment } from './assignment.collection.ts';

/** The most open assignments that a list looks at. A user has no more of them. */
export const MOST_OPEN = 500;

/** The open assignments to a user: what is due first comes first, and what is due at no time last. */
export async function openFor(reads: Reads, userId: bigint): Promise<Assignment[]> {
  return byDueTime(
    await reads.where(assignment, (select) =>
      select
        .where('user_id', '=', userId)
        .where('done_time', 'is', null)
        .orderBy('id', 'desc')
        .limit(MOST_OPEN),
    ),
  );
}

/** The newest open assignments that a user has made, in the same order. */
export async function openBy(reads: Reads, userId: bigint): Promise<Assignment[]> {
  return byDueTime(
    await reads.where(assignment, (select) =>
      select
        .where('create_user_id', '=', userId)
        .where('done_time', 'is', null)
        .orderBy('id', 'desc')
        .limit(MOST_OPEN),
    ),
  );
}

function byDueTime(all: readonly Assignment[]): Assignment[] {
  const due = ({ due_time }: Assignment) => due_time ?? Number.MAX_SAFE_INTEGER;
  return all.toSorted((one, other) => due(one) - due(other) || (one.id < other.id ? -1 : 1));
}

interface AskedOfRecord {
  readonly state?: 'open' | 'done' | undefined;
  readonly after?: bigint | undefined;
  readonly count: number;
}

/** The assignments of a record, the newest first. */
export function assignmentsOf(
  reads: Reads,
  { served, record }: Pick<CommentSubject, 'served' | 'record'>,
  { state, after, count }: AskedOfRecord,
): Promise<Assignment[]> {
  return reads.where(assignment, (select) => {
    let found = select.where('collection', 'in', formerNames(served)).where('record_id', '=', record.id);
    if (state !== undefined) found = found.where('done_time', state === 'open' ? 'is' : 'is not', null);
    if (after !== undefined) found = found.where('id', '<', after);
    return found.orderBy('id', 'desc').limit(count);
  });
}
