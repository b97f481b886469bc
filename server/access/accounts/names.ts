import { Problem } from '../../definitions/problem.ts';
import { AppError, badParameters } from '../../errors.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { message, render } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';
import { systemContext } from '../../records/rows/write-context.ts';
import type { Writes } from '../../records/write/writes.ts';
import { foldCase } from '../../shared/fold-case.ts';
import type { Actor } from '../actor.ts';
import { erasedName } from './erased-user.ts';
import { user } from './user.record.ts';

const MAX_KEY = 100;

/** The user name and its key, for a row of a user. */
export const named = (username: string) => ({ username, name_key: keyOf(username) });

function keyOf(username: string): string {
  return [...foldCase(username)].slice(0, MAX_KEY).join('');
}

/** Throws unless somebody may take a new name: none that people would take for another user's, or for the server's. */
export async function requireFreeName(
  writes: Writes,
  username: string,
  self?: Pick<Actor, 'id' | 'isSuper'>,
): Promise<void> {
  const name = user.fields.username.clean(username); // an engine may refuse to look for what it cannot keep
  if (name instanceof Problem) throw badParameters({ username: name.text });
  const key = keyOf(username);
  const holder = await writes.first(user, (select) => select.where('name_key', '=', key));
  if (holder && holder.id !== self?.id) throw new AppError('usernameTaken');
  if (mixesScripts(username)) throw badParameters({ username: message('mixedScripts') });
  const look = lookOf(username);
  const isReserved = RESERVED.includes(look) || ERASED.some((start) => look.startsWith(start));
  if (!self?.isSuper && isReserved) throw badParameters({ username: message('reservedName') });
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Thai',
];
const moreScripts = ['Georgian', 'Cherokee', 'Coptic', 'Ethiopic', 'Tamil', 'Telugu', 'Khmer', 'Lao', 'Lisu'];
const SCRIPTS = [...scripts, ...moreScripts].map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));
/** East Asian names mix these with each other and with Latin, and none of their letters looks Latin. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** UTS 39, "highly restrictive": one script, or Latin beside those of East Asia. */
function mixesScripts(name: string): boolean {
  const normal = name.normalize('NFKC');
  const [first, ...others] = SCRIPTS.filter((script) => script.test(normal));
  if (!first) return false;
  return others.length > 0 || (first !== SCRIPTS[0] && EAST_ASIAN.test(normal));
}

/** Letters and digits that look like Latin letters: of each pair, the first is read as the second. */
const LOOKALIKES = new Map(
  '0o 1l 3e 4a 5s 7t $s @a !l |l іi ıi аa еe оo рp сc уy хx ѕs јj тt мm кk нh вb гr пn дd οo τt ρp υy εe μm ςs νv αa ιi κk'
    .split(' ')
    .map((pair): [string, string] => [pair[0] ?? '', pair[1] ?? '']),
);

/** Names under which the server acts, and those that mean nobody. */
const RESERVED = ['root', 'nobody', ...LANGUAGES.flatMap(namesOfNobody)].map(lookOf);

/** How the names of those begin whose personal data was erased. */
const ERASED = LANGUAGES.map((language) => lookOf(erasedName(0n, language).replace('0', '')));

/** What a name looks like at a glance: without case, accents, marks and punctuation. */
function lookOf(name: string): string {
  const bare = foldCase(name).normalize('NFKD').replace(/\p{M}/gu, '');
  const read = Array.from(bare, (letter) => LOOKALIKES.get(letter) ?? letter).join('');
  return read.replace(/[\s\p{P}]/gu, '');
}

/** Gives keys to users that have none: those of older versions and imports. Of twins, the older one holds the key. */
export async function fillNameKeys(records: Records): Promise<void> {
  const { ownReads, database } = records;
  const keyless = await ownReads.where(user, (select) => select.where('name_key', 'is', null).orderBy('id'));
  if (keyless.length === 0) return;
  await records.write(systemContext('start'), async (writes, connection) => {
    for (const { id, username } of keyless) {
      const name_key = keyOf(username);
      if (await writes.first(user, (select) => select.where('name_key', '=', name_key))) continue;
      // Below the records, since nobody has changed the user.
      const update = database.query.updateTable(user.name).set({ name_key }).where('id', '=', id);
      await connection.run(update.compile());
    }
  });
}

/** What people of a language take for the server, or for a caller without a name. */
function namesOfNobody(language: Language): string[] {
  return [message('systemName'), message('anonymousName')].map((name) => render(name, language));
}
