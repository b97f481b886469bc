import { type InOtherWords, LANGUAGES, type Language, type OwnText } from '../../messages/languages.ts';
import { hyphenated } from '../checks/option-checks.ts';
import { isPlainObject, shown } from '../checks/options.ts';
import { requireSound } from './defined.ts';

type Word = string | ((params: never) => string);
type Words = Readonly<Record<string, Word>>;

/** The parameters of a text, if it has some. */
type ParamsOf<One> = One extends (params: infer Params) => string ? [params: Readonly<Params>] : [];

/** Puts one of the texts into words, in all languages. */
export type Messages<Own> = <Key extends keyof Own & string>(
  key: Key,
  ...[params]: ParamsOf<Own[Key]>
) => OwnText;

/**
 * Describes texts in every language of the server, for labels, `refuse` and `fail`. `owner` is the name of the plug-in, or of the
 * project; programs read a refused field's code as `<owner>.<key>`. Throws if a language lacks a text.
 */
export function defineMessages<const Own extends Readonly<Record<keyof Own, Word>>>(
  owner: string,
  texts: { readonly en: Own } & Readonly<Record<Exclude<Language, 'en'>, InOtherWords<NoInfer<Own>>>>,
): Messages<Own> {
  requireSound(`messages of ${shown(owner)}`, MESSAGES, { owner, ...texts });
  const byLanguage: Readonly<Record<Language, Words>> = texts;
  return (key, ...[params]) => {
    const inWords = LANGUAGES.map((language) => {
      const words = byLanguage[language][key];
      return [language, typeof words === 'function' ? words(params as never) : words]; // checked against the key
    });
    return { code: `${owner}.${key}`, ...Object.fromEntries(inWords) } as OwnText; // a text for each language
  };
}

const aText = (value: unknown) =>
  typeof value === 'function' || (typeof value === 'string' && value.trim() !== '');
const someTexts = {
  allowed: "texts, or functions that return one, such as { taken: 'is taken' }",
  accepts: (value: unknown) => isPlainObject(value) && Object.values(value).every(aText),
  isNeeded: true,
} as const;

const MESSAGES = {
  owner: 'messages',
  checks: { owner: { ...hyphenated, isNeeded: true }, zh: someTexts, en: someTexts },
  contradiction(texts: Readonly<Record<Language, Words>>) {
    const keysOf = (language: Language) => Object.keys(texts[language] ?? {});
    const all = new Set(LANGUAGES.flatMap(keysOf));
    const missing = LANGUAGES.flatMap((language) =>
      [...all.difference(new Set(keysOf(language)))].map((key) => `'${key}' has no text in ${language}`),
    );
    return missing.join('\n') || undefined;
  },
} as const;
