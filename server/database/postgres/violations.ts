import { DatabaseError } from 'pg';
import { type Violation, violation } from '../violation.ts';

/** Data exceptions, broken constraints, what triggers and functions do or raise, generated columns, and missing rights. */
const RULES = /^(?:09|22|23|27|44|P0)|^(?:428C9|42501|54001)$/;
/** What a rule that stands for an insertion cannot answer. */
const ANSWERLESS = /^cannot perform \w+ RETURNING/;
/** What a trigger raises under a code of its own. */
const RAISED = /at RAISE$/m;

export function violationOf(error: unknown): Violation | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  const { code = '', where = '', message } = error;
  if (code === '23505') return violation('duplicate', error);
  if (code === '23503' || code === '23001') return violation('reference', error);
  const isAnswerless = code === '0A000' && ANSWERLESS.test(message);
  return RULES.test(code) || RAISED.test(where) || isAnswerless ? violation('rule', error) : undefined;
}

/** What is named is not there, is of another type or kind, or is closed to this user. */
const LACKING = /^(?:42P01|42703|42883|42804|42846|42809|42501|3F000)$/;

export function lacks(error: Error): boolean {
  return error instanceof DatabaseError && LACKING.test(error.code ?? '');
}
