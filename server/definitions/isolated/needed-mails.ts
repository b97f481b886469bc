import { name as aName, needed, wholeNumber, words } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable, problemsOfOptions } from '../checks/options.ts';
import { type ShownText, shownText } from './shown-text.ts';

/** Whom a mail reaches: the user concerned, the users of groups, or who is named in a field of a collection that it reads. */
export type MailReaders =
  | 'user'
  | { readonly groups: readonly string[] }
  | { readonly collection: string; readonly field: string };

/** The words of a mail in one language. `{title}` stands for a value that the plug-in gives. */
export interface MailWords {
  readonly subject: string;
  readonly text: string;
}

/** A mail that an isolated plug-in sends. */
export interface NeededMail {
  /** What people read. */
  readonly label: ShownText;
  readonly to: MailReaders;
  /** The most mails within an hour; each reader counts. */
  readonly perHour: number;
  /** By languages such as `en` or `pt-BR`. */
  readonly texts: Readonly<Record<string, MailWords>>;
}

const MOST_SUBJECT = 200;
const MOST_TEXT = 5000;
const VALUE = /\{([a-z][a-z0-9_]*)\}/g;

const to: OptionCheck = {
  allowed:
    '"user", { "groups": ["editors"] }, or { "collection": "order", "field": "email" }, a field that it reads',
  accepts(value) {
    if (value === 'user') return true;
    if (!isPlainObject(value)) return false;
    const { groups, collection, field, ...others } = value;
    if (Object.keys(others).length > 0) return false;
    if (groups !== undefined)
      return (
        collection === undefined &&
        field === undefined &&
        words.accepts(groups) &&
        Array.isArray(groups) &&
        groups.length > 0
      );
    return aName.accepts(collection) && aName.accepts(field);
  },
};

const texts: OptionCheck = {
  allowed: `{ "en": { "subject": "…", "text": "…" } } by language, a subject of at most ${MOST_SUBJECT} characters and a text of at most ${MOST_TEXT}`,
  accepts: (value) =>
    isPlainObject(value) &&
    Object.keys(value).length > 0 &&
    Object.entries(value).every(
      ([language, one]) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language) && isMailWords(one),
    ),
};

const MAIL: OptionTable<NeededMail> = {
  owner: 'a mail',
  checks: {
    label: needed(shownText(100)),
    to: needed(to),
    perHour: needed(wholeNumber(1, 1000)),
    texts: needed(texts),
  },
};

/** What is wrong with the mails of a manifest, as sentences. */
export function problemsOfMails(mails: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(mails).flatMap(([mail, one]) =>
    problemsOfOptions(MAIL, one).map((problem) => `mail '${mail}': ${problem}`),
  );
}

/** The names of the values that the words of a mail show. */
export function valuesOfMail({ texts: all }: NeededMail): ReadonlySet<string> {
  return new Set(
    Object.values(all).flatMap(({ subject, text }) =>
      [...`${subject} ${text}`.matchAll(VALUE)].map(([, value = '']) => value),
    ),
  );
}

/** Words with these values in their places. */
export function filledWords(words: string, values: ReadonlyMap<string, string>): string {
  return words.replaceAll(VALUE, (_, value: string) => values.get(value) ?? '');
}

function isMailWords(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { subject, text, ...others } = value;
  const isWithin = (one: unknown, most: number) =>
    typeof one === 'string' && one.trim() !== '' && one.length <= most;
  return (
    Object.keys(others).length === 0 &&
    isWithin(subject, MOST_SUBJECT) &&
    !/\p{C}/u.test(String(subject)) &&
    isWithin(text, MOST_TEXT)
  );
}
