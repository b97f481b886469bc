/** The languages that the server speaks. A further one is a folder beside `zh/` and `en/`, and a word here. */
export const LANGUAGES = ['zh', 'en'] as const;
/** What a server speaks to callers that ask for no language, unless the setting LANGUAGE says otherwise. */
export const DEFAULT_LANGUAGE = 'zh' satisfies Language;

export type Language = (typeof LANGUAGES)[number];

/** Whether this names a language that the server speaks. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** A text that its author wrote in one language or several; a reader of another gets the first. */
export type Translations = Readonly<
  { [L in Language]: Record<L, string> & Partial<Record<Exclude<Language, L>, string>> }[Language]
>;

/** A text in every language, with a code by which programs know it. */
export type OwnText = Readonly<Record<Language, string>> & { readonly code: string };

/** The texts of a topic in another language: the same keys, the same parameters. A missing text is a type error. */
export type InOtherWords<Topic> = {
  readonly [Key in keyof Topic]: Topic[Key] extends (params: infer Params) => string
    ? (params: Params) => string
    : string;
};
