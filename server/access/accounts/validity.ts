import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** For how long a membership or a grant holds, and why. */
export interface Validity {
  /** In milliseconds since 1970; null for good. */
  readonly until: number | null;
  readonly reason: string;
}

export const forGood: Validity = { until: null, reason: '' };

/** Whether what ends at this time is over. */
export function isOver(until: number | null | undefined, now: number = Date.now()): boolean {
  return until !== null && until !== undefined && until <= now;
}

/** The condition that a membership or grant of this alias is not over. */
export function isLiving(alias: string, now: number = Date.now()) {
  return (e: ExpressionBuilder<Tables, string>) =>
    e.or([e(`${alias}.until`, 'is', null), e(`${alias}.until`, '>', now)]);
}

/** The validity in a request, permanent without an end. Throws if the end has passed. */
export function readValidity(
  { until = null, reason = '' }: { readonly until?: number | null; readonly reason?: string },
  now: number,
): Validity {
  if (isOver(until, now)) throw badParameters({ until: message('notInFuture') });
  return { until, reason };
}

/** The columns that a new validity changes. */
export const validityColumns = (validity: Validity) => ({ ...validity, end_logged: false });
