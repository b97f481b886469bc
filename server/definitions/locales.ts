/** A language of content, such as `zh` or `pt-BR`, and where a text that it lacks is taken from. */
interface Locale {
  readonly name: string;
  readonly fallbacks: readonly string[];
}

/** The languages of localised fields. The first is the default: every other one falls back to it in the end. */
export type Locales = readonly Locale[];

/** Without the setting LOCALES, content has one language, which has no name. */
export const NO_LOCALES: Locales = [];

const NAME = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/;

/** Whether a text could name a language of content. */
export const isLocaleName = (text: string) => NAME.test(text);

export const localesForm = 'languages such as zh,en,de or zh,en>de,de: the first is the default';

/** Reads `zh,en>de,de`; undefined if it cannot be used. */
export function readLocales(text: string): Locales | undefined {
  if (text === '') return NO_LOCALES;
  const locales = text.split(',').map((one): Locale => {
    const [name = '', ...fallbacks] = one.split('>').map((word) => word.trim());
    return { name, fallbacks };
  });
  return areSound(locales) ? locales : undefined;
}

function areSound(locales: Locales): boolean {
  const names = locales.map(({ name }) => name);
  const suffixes = new Set(names.map(suffixOf));
  const areNamed = names.every(isLocaleName) && suffixes.size === names.length;
  const fallBack = locales.every(
    ({ name, fallbacks }, index) =>
      fallbacks.every((other) => names.includes(other) && other !== name) &&
      new Set(fallbacks).size === fallbacks.length &&
      (index > 0 || fallbacks.length === 0),
  );
  return areNamed && fallBack;
}

/** The column of a localised field in a language that is not the default. */
export function columnIn(field: string, locale: string): string {
  return `${field}__${suffixOf(locale)}`;
}

function suffixOf(locale: string): string {
  return locale.toLowerCase().replaceAll('-', '_');
}

/** The languages to try for a reader of one, in order, until one has a text. */
export function chainOf(locales: Locales, name: string): readonly string[] {
  const [first] = locales;
  const locale = locales.find((one) => one.name === name);
  return [...new Set([name, ...(locale?.fallbacks ?? []), ...(first ? [first.name] : [])])];
}
