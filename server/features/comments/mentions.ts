import { MAX_INT64 } from '../../../contract/limits.ts';
import { badParameters } from '../../errors.ts';
import { message } from './messages/message.ts';

const MENTION = /<@([1-9]\d{0,18})>/g;
const MOST_MENTIONS = 20;

/** The users whom a text mentions, each once. */
export function mentionsIn(text: string): bigint[] {
  const ids = [...text.matchAll(MENTION)].map(([, id = '']) => BigInt(id));
  return [...new Set(ids)].filter((id) => id <= MAX_INT64);
}

/** The users whom a new text mentions. Throws if these are too many. */
export function readMentions(text: string): bigint[] {
  const ids = mentionsIn(text);
  if (ids.length > MOST_MENTIONS)
    throw badParameters({ text: message('tooManyMentions', { max: MOST_MENTIONS }) });
  return ids;
}
