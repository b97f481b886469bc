import { type LetterRecord, Quire, QuireError } from './quire-client.ts';
import { settings } from './settings.ts';
import type { Visitor } from './sign-in.ts';
import type { Locale } from './texts.ts';

/** What is wrong with each field of a letter that was refused, in the language of its writer. */
export type Problems = Readonly<Partial<Record<'subject' | 'words', string>>>;

/** Acts as the visitor: the rules of the collection decide, not the site. */
function lettersOf({ token }: Visitor, locale: Locale) {
  /** So that refusals are in the language of the page. */
  const inLanguage = (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('accept-language', locale);
    return fetch(url, { ...init, headers });
  };
  return new Quire({
    base: `${settings.quireUrl}/api`,
    tokens: { get: () => ({ access: token, refresh: '' }), set() {} },
    fetch: inLanguage,
  }).collections.letter;
}

/** The letters of the visitor; undefined if they have to sign in again. */
export async function listLetters(
  visitor: Visitor,
  locale: Locale,
): Promise<readonly LetterRecord[] | undefined> {
  try {
    const filter = { is_mine: { eq: true } };
    return (await lettersOf(visitor, locale).list({ filter, sort: '-id', count: 20 })).items;
  } catch (error) {
    if (error instanceof QuireError && [401, 403].includes(error.status)) return undefined;
    throw error;
  }
}

/** Sends a letter; undefined if it was taken. */
export async function sendLetter(
  visitor: Visitor,
  form: FormData,
  locale: Locale,
): Promise<Problems | undefined> {
  const values = { subject: String(form.get('subject') ?? ''), words: String(form.get('words') ?? '') };
  try {
    await lettersOf(visitor, locale).create(values);
    return undefined;
  } catch (error) {
    if (!(error instanceof QuireError) || error.status >= 500) throw error;
    return Object.fromEntries(Object.entries(error.fields).map(([field, { message }]) => [field, message]));
  }
}
