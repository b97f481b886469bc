import type { AppError } from '../../errors.ts';
import type { RowsRefused } from '../../records/write/rows-refused.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import type { BodyStyle } from './bodies.ts';
import type { Dialect } from './dialect.ts';

/** The body of a failure. `request` is the method and the path without query and base, with one space. */
export function failureBody(dialect: Dialect, style: BodyStyle, error: AppError, request: string): object {
  return dialect.bodies.failure(dialect, style, error, request);
}

/** Like `failureBody`, for many refused rows, each with its problems in words. Yields to the event loop in between. */
export async function rowsRefusedBody(
  dialect: Dialect,
  style: BodyStyle,
  error: RowsRefused,
  request: string,
) {
  const items: object[] = [];
  for (const { index, error: one } of error.rows) {
    if (isTurnOver()) await freeTurn();
    items.push({ index, ...dialect.bodies.refusedRow(dialect, style, one) });
  }
  return { ...failureBody(dialect, style, error, request), items };
}
