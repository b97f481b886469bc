import { type Violation, violation } from '../violation.ts';

/** Primary codes (sqlite.org/rescode.html). */
const CONSTRAINT = 19;
const MISMATCH = 20;
/** Unique indexes, primary keys and row ids. */
const DUPLICATES: ReadonlySet<number> = new Set([2067, 1555, 2579]);

export function violationOf(error: unknown): Violation | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  const code = Number(error.errcode);
  if (DUPLICATES.has(code)) return violation('duplicate', error);
  if (/FOREIGN KEY constraint failed/.test(error.message)) return violation('reference', error);
  const isRule = [CONSTRAINT, MISMATCH].includes(code % 256) || /malformed JSON/.test(error.message);
  return isRule ? violation('rule', error) : undefined;
}

/** Messages alone tell these apart, and errors of other processes bring nothing else. */
const LACKING =
  /^(?:no such (?:table|column|function)|error in view|cannot modify .* because it is a view|cannot (?:INSERT into|UPDATE) generated column)|^table .* has no column named/;

export function lacks({ message }: Error): boolean {
  return LACKING.test(message);
}
