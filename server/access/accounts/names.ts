import { Type } from '../../../contract/json-schema.ts';
import { Problem } from '../../definitions/problem.ts';
import { AppError, badParameters } from '../../errors.ts';
import { LANGUAGES, type Language, message, render } from '../../messages/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import { asUserName, foldCase, isSeenWhole, lazy } from '../../shared/index.ts';
import type { Actor } from '../actor.ts';
import { erasedName } from './erased-user.ts';
import { foldedKey } from './folded-keys.ts';
import { user } from './user.collection.ts';

/** What others see of a user. A line loses what nobody can see: something has to be left. */
export const nickname = Type.String({ minLength: 2, maxLength: 24, pattern: '[^\\p{C}\\p{DI}\\p{Z}]' });

/** The user name as it is stored and its key, for a record of a user. */
export function named(username: string): { username: string; name_key: string } {
  return { username: asUserName(username), name_key: foldedKey(username) };
}

/** Throws if a new name could be taken for another user's or for the server's. `self` is a user who chooses their own name. */
export async function requireFreeName(
  writes: Writes,
  username: string,
  self?: Pick<Actor, 'id' | 'isSuper'>,
): Promise<void> {
  const name = user.fields.username.clean(asUserName(username)); // an engine may refuse to search for a text that it cannot store
  if (name instanceof Problem) throw badParameters({ username: name.text });
  if (!isSeenWhole(username)) throw badParameters({ username: message('badFormat') });
  const key = foldedKey(username);
  const holder = await writes.first(user, (select) => select.where('name_key', '=', key));
  if (holder && holder.id !== self?.id) throw new AppError('usernameTaken');
  if (mixesScripts(username)) throw badParameters({ username: message('mixedScripts') });
  // The owner of this address would sign in to another account.
  if (self && !self.isSuper && /^\S+@\S+\.\S+$/.test(username))
    throw badParameters({ username: message('nameLikeAddress') });
  const look = lookOf(username);
  const isReserved =
    reserved().includes(look) || erased().some((start) => look.startsWith(start)) || looksLogged(username);
  if (!self?.isSuper && isReserved) throw badParameters({ username: message('reservedName') });
}

/** The scripts that names are written in today. */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari', 'Bengali', 'Thai'],
  ...['Georgian', 'Ethiopic', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Gujarati', 'Gurmukhi', 'Oriya'],
  ...['Sinhala', 'Khmer', 'Lao', 'Myanmar', 'Tibetan', 'Thaana', 'Mongolian', 'Cherokee', 'Tifinagh'],
];
/** East Asian names mix these scripts with each other and with Latin; none of their letters looks Latin. */
const EAST_ASIAN = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'];
const ofAny = (scripts: readonly string[]) => scripts.map((script) => `\\p{Script=${script}}`).join('');
const OTHER = new RegExp(`[\\p{L}--[${ofAny([...SCRIPTS, ...EAST_ASIAN, 'Common', 'Inherited'])}]]`, 'v');
const TOLD_APART = [...SCRIPTS.map((script) => new RegExp(`\\p{Script=${script}}`, 'u')), OTHER];
const IS_EAST_ASIAN = new RegExp(`[${ofAny(EAST_ASIAN)}]`, 'u');
const DIGITS_OF_TWO_SCRIPTS = /^(?=.*[0-9]).*[\p{Nd}--[0-9]]/v;

/** UTS 39, "highly restrictive": one script, or Latin beside those of East Asia; and digits of one script. */
function mixesScripts(name: string): boolean {
  const normal = name.normalize('NFKC');
  if (DIGITS_OF_TWO_SCRIPTS.test(normal)) return true;
  const [first, ...others] = TOLD_APART.filter((script) => script.test(normal));
  if (!first) return false;
  return others.length > 0 || (first !== TOLD_APART[0] && IS_EAST_ASIAN.test(normal));
}

/** Letters and digits that look like Latin letters. The first of each pair is read as the second. */
const LOOKALIKES = new Map(
  '0o 1l 3e 4a 5s 7t $s @a !l |l іi ıi аa еe оo рp сc уy хx ѕs јj тt мm кk нh вb гr пn дd οo τt ρp υy εe μm ςs νv αa ιi κk'
    .split(' ')
    .map((pair): [string, string] => [pair[0] ?? '', pair[1] ?? '']),
);

/** Names of the server itself and of anonymous callers. */
const reserved = lazy(() => ['root', 'nobody', ...LANGUAGES.flatMap(namesOfNobody)].map(lookOf));

/** Prefixes of the names shown for erased users. */
const erased = lazy(() => LANGUAGES.map((language) => lookOf(erasedName(0n, language).replace('0', ''))));

const ANY = '\0';

/** The words by which the log tells a program, or a super administrator who sees the server as somebody else, from a user. */
const wordsOfLog = lazy(() =>
  LANGUAGES.flatMap((language) =>
    [
      message('seenAs', { viewer: ANY, username: ANY }),
      message('byKey', { username: ANY, key: ANY }),
      message('byApp', { username: ANY, app: ANY }),
    ].map((text) => foldCase(render(text, language)).split(ANY)),
  ),
);

/** Whether the log could write this name for a program or an impersonation: by the words before the first name, or else between two. */
function looksLogged(username: string): boolean {
  const name = foldCase(username).replace(/\s+/g, ' ');
  return wordsOfLog().some(([before = '', between = '']) =>
    before === '' ? name.indexOf(between) > 0 : name.startsWith(before),
  );
}

/** Throws for a name of a group that a reader would take for the server's own groups. */
export function requireOrdinaryGroupName(name: string): void {
  if (ownGroups().includes(lookOf(name))) throw badParameters({ name: message('reservedName') });
}

/** What the server's own groups are called, in each language. */
const ownGroups = lazy(() =>
  LANGUAGES.flatMap((language) => render(message('ownGroupNames'), language).split(',')).map(lookOf),
);

/** The look of a name: without case, accents, marks and punctuation. */
function lookOf(name: string): string {
  const bare = foldCase(name).normalize('NFKD').replace(/\p{M}/gu, '');
  const read = Array.from(bare, (letter) => LOOKALIKES.get(letter) ?? letter).join('');
  return read.replace(/[\s\p{P}]/gu, '');
}

/** Names that a reader of this language would take for the server or for an anonymous caller. */
function namesOfNobody(language: Language): string[] {
  return [message('systemName'), message('anonymousName')].map((name) => render(name, language));
}
