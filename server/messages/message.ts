import { en } from './en/index.ts';
import { type InOtherWords, LANGUAGES, type Language, type Translations } from './languages.ts';
import { zh } from './zh/index.ts';

type Core = typeof zh;

/** A text by its key and parameters, put into words where its reader's language is known. Plain data, so it can be stored. */
export interface Message {
  readonly key: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What people read: a message, what an author wrote in several languages, or words of one. */
export type Text = string | Message | Translations;

type Word = string | ((params: never) => string);
type Words = Readonly<Record<string, Word>>;

/** A parameter that the message puts into its sentence as words may itself be a Text. */
type Given<Value> = Value extends string
  ? Text
  : Value extends readonly string[]
    ? readonly Text[]
    : Value extends object
      ? never
      : Value;

type ParamsOf<One> = One extends (params: infer Params) => string
  ? [params: { readonly [Name in keyof Params]: Given<Params[Name]> }]
  : [];

/** Names one of these texts, with what is to be put into it: `message('tooLong', { max: 50 })`. */
export type Naming<Own> = <Key extends keyof Own & string>(
  key: Key,
  ...[params]: ParamsOf<Own[Key]>
) => Message;

/** Every text of this process, by language: a message may be stored, and read where nobody knows whose it is. */
const texts: Readonly<Record<Language, Record<string, Word>>> = { zh: { ...zh }, en: { ...en } };

/** Names a text of the core. */
export const message: Naming<Core> = (key, ...[params]) => (params === undefined ? { key } : { key, params });

/** Adds texts of a feature. The answer names one of them, or one of the core's. Throws if another text has one of the keys. */
export function defineMessages<Own extends Words>(
  own: Readonly<Record<Language, InOtherWords<Own>>> & { readonly zh: Own },
): Naming<Core & Own> {
  for (const key of Object.keys(own.zh))
    if (Object.hasOwn(texts.zh, key)) throw new Error(`two texts have the key '${key}'`);
  for (const language of LANGUAGES) Object.assign(texts[language], own[language]);
  return message as Naming<Core & Own>; // it makes data of whatever it names; the types hold the keys
}

/** The text in this language. */
export function render(text: Text, language: Language): string {
  if (typeof text === 'string') return text;
  if (!isMessage(text)) return text[language] ?? Object.values(text)[0] ?? '';
  const words = texts[language][text.key] as Word; // `isMessage` has found it
  if (typeof words !== 'function') return words;
  const params = Object.entries(text.params ?? {}).map(([name, value]) => [
    name,
    inWords(NAMING.has(name) ? shortened(value) : value, language),
  ]);
  return words(Object.fromEntries(params) as never); // `message` has checked them against the key
}

/** The parameters of problems that name what would have been right, and the most that a problem names of it. */
const NAMING: ReadonlySet<string> = new Set(['allowed', 'members']);
export const MOST_NAMED = 20;

function shortened(value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= MOST_NAMED) return value;
  const more = value.length - MOST_NAMED;
  return [...(value as unknown[]).slice(0, MOST_NAMED), message('andMore', { more })];
}

function inWords(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => inWords(one, language));
  return isText(value) ? render(value, language) : value;
}

/** Whether this is a message with a key of this version; what was stored may be of another. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('key' in value)) return false;
  return Object.hasOwn(texts.zh, String(value.key));
}

/** Whether this is what people read, and not some other parameter. */
export function isText(value: unknown): value is Text {
  if (typeof value === 'string' || isMessage(value)) return true;
  return typeof value === 'object' && value !== null && LANGUAGES.some((language) => language in value);
}
