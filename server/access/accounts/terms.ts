import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** For how long something is given, and why. */
export interface Terms {
  /** In milliseconds since 1970; null for good. */
  readonly until: number | null;
  readonly reason: string;
}

export const forGood: Terms = { until: null, reason: '' };

/** Whether what ends at this time is over. */
export function isOver(until: number | null | undefined, now: number = Date.now()): boolean {
  return until !== null && until !== undefined && until <= now;
}

/** The condition that a membership or grant of this alias is not over. */
export function isLiving(alias: string, now: number = Date.now()) {
  return (e: ExpressionBuilder<Tables, string>) =>
    e.or([e(`${alias}.until`, 'is', null), e(`${alias}.until`, '>', now)]);
}

/** The terms in a request; without an end, they are permanent. Throws if the end has passed. */
export function readTerms(
  { until = null, reason = '' }: { readonly until?: number | null; readonly reason?: string },
  now: number,
): Terms {
  if (isOver(until, now)) throw badParameters({ until: message('notInFuture') });
  return { until, reason };
}

/** The columns that new terms change. */
export const renewed = (terms: Terms) => ({ ...terms, end_logged: false });
