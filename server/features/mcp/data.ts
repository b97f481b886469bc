import { badParameters } from '../../errors.ts';
import { message } from './messages/message.ts';

/** Longer answers are refused: a model could not use them, and would pay for them. */
export const MOST_CHARACTERS = 100_000;

/** Marks what others wrote, so that a model takes it for data and not for what its user wants. */
export const AS_DATA = { _meta: { 'quire/holds': 'data' } } as const;

/** Throws a refusal of an answer that is too long for a model. */
export function requireReadable(text: string): void {
  if (text.length > MOST_CHARACTERS)
    throw badParameters({ '': message('mcpTooLong', { max: MOST_CHARACTERS }) });
}
