import { en } from './en/index.ts';
import { LANGUAGES, type Language, type Translations } from './languages.ts';
import { zh } from './zh/index.ts';

type Source = typeof zh;
export type MessageKey = keyof Source;

/** A text by its key and parameters, put into words where its reader's language is known. Plain data, so it can be stored. */
export interface Message {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What people read: a message, what an author wrote in several languages, or words of one. */
export type Text = string | Message | Translations;

/** A parameter that the message puts into its sentence as words may itself be a Text. */
type Given<Value> = Value extends string
  ? Text
  : Value extends readonly string[]
    ? readonly Text[]
    : Value extends object
      ? never
      : Value;

type ParamsOf<Key extends MessageKey> = Source[Key] extends (params: infer Params) => string
  ? [params: { readonly [Name in keyof Params]: Given<Params[Name]> }]
  : [];

const texts: Readonly<Record<Language, Readonly<Record<MessageKey, string | ((params: never) => string)>>>> =
  { zh, en };

/** Names a text of `server/messages`, with what is to be put into it: `message('tooLong', { max: 50 })`. */
export function message<Key extends MessageKey>(key: Key, ...[params]: ParamsOf<Key>): Message {
  return params === undefined ? { key } : { key, params };
}

/** The text in this language. */
export function render(text: Text, language: Language): string {
  if (typeof text === 'string') return text;
  if (!isMessage(text)) return text[language] ?? Object.values(text)[0] ?? '';
  const words = texts[language][text.key];
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
  return Object.hasOwn(zh, String(value.key));
}

/** Whether this is what people read, and not some other parameter. */
export function isText(value: unknown): value is Text {
  if (typeof value === 'string' || isMessage(value)) return true;
  return typeof value === 'object' && value !== null && LANGUAGES.some((language) => language in value);
}
