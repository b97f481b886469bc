import { once } from 'node:events';
import { Type } from '../../../contract/json-schema.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { startThread } from '../../shared/system/children.ts';
import { foldCase } from '../../shared/text/fold-case.ts';
import { asPassword } from '../../shared/text/profiles.ts';

const LENGTH = { least: 8, most: 128 } as const;

/** Any printable characters. */
export const newPassword = Type.String({
  minLength: LENGTH.least,
  maxLength: LENGTH.most,
  pattern: '^[^\\p{C}]*$',
});

/** A part of a name or address that is shorter may stand in a password by chance. */
const SHORTEST_OWN_WORD = 3;
/** What a password must contain apart from own words, digits and punctuation. */
const LEAST_OWN_REST = 4;

/** The owner of the new password. */
interface Owner {
  readonly username: string;
  readonly email?: string | null | undefined;
}

/** Throws if a new password is easy to guess. `field` is its name in the request. */
export async function requireStrongPassword(
  field: string,
  password: string,
  { username, email }: Owner,
): Promise<void> {
  const hashed = asPassword(password);
  if ([...hashed].length < LENGTH.least)
    throw badParameters({ [field]: message('tooShort', { min: LENGTH.least }) });
  const folded = foldCase(hashed);
  if (isMadeOf(folded, [username, email ?? '', ...(email?.split(/[@.+_-]/) ?? [])].map(foldCase)))
    throw badParameters({ [field]: message('likeTheName') });
  const isOneCharacter = new Set(folded).size === 1;
  if (isOneCharacter || (await isCommon(folded))) throw badParameters({ [field]: message('tooCommon') });
}

/** Whether too little is left of a password without the user's own words, digits and punctuation. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const own = words.filter((word) => [...word].length >= SHORTEST_OWN_WORD || word === password);
  const rest = own
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), password);
  if (rest === password) return false;
  return [...rest.replace(/[^\p{L}]/gu, '')].length < LEAST_OWN_REST;
}

let common: Promise<string> | undefined;

/** Whether it is one of some 49,000 passwords from leaks, in lower case. They are loaded with the first new password. */
async function isCommon(folded: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).includes(`\n${folded}\n`);
}

/** One per line, because one text is passed between threads and searched in less than a millisecond. */
async function loadCommon(): Promise<string> {
  try {
    const [lines] = await once(
      startThread(new URL('./common-passwords-thread.ts', import.meta.url)),
      'message',
    );
    return lines;
  } catch (error) {
    common = undefined; // the next password tries again
    throw error;
  }
}
