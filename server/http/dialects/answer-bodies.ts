import type { AppError } from '../../errors.ts';
import type { RecordsRefused } from '../../records/write/records-refused.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import type { BodyStyle } from './bodies.ts';
import type { Dialect } from './dialect.ts';

/** The body of a failure. `request` is the method and the path without query and base, with one space. */
export function failureBody(dialect: Dialect, style: BodyStyle, error: AppError, request: string): object {
  return dialect.bodies.failure(dialect, style, error, request);
}

/** Like `failureBody`, for many refused records, each with its problems in words. Yields to the event loop in between. */
export async function recordsRefusedBody(
  dialect: Dialect,
  style: BodyStyle,
  error: RecordsRefused,
  request: string,
) {
  const items: object[] = [];
  for (const { index, error: one } of error.records) {
    if (isTurnOver()) await freeTurn();
    items.push({ index, ...dialect.bodies.refusedRecord(dialect, style, one) });
  }
  return { ...failureBody(dialect, style, error, request), items };
}
