import type { Entry } from './entries.ts';
import type { ValueField } from './field-values.ts';

interface LocalisedField extends ValueField {
  readonly locale?: string;
  readonly translates?: string;
}

/** A language of content, with those that a missing text is taken from before the default. */
interface Locale {
  readonly name: string;
  readonly fallbacks: readonly string[];
}

/** A localised field of a form, in each of its languages. */
export type Translations<F extends LocalisedField> = ReadonlyMap<string, Entry<F>>;

/** The localised fields by the name that they have in the default language. */
export function translationsOf<F extends LocalisedField>(
  entries: readonly Entry<F>[],
): Map<string, Translations<F>> {
  const localised = entries.filter(({ field }) => field.locale !== undefined);
  const byField = Map.groupBy(localised, ({ field }) => field.translates ?? field.name);
  return new Map(
    [...byField].map(([name, some]) => [
      name,
      new Map(some.map((entry) => [entry.field.locale ?? '', entry])),
    ]),
  );
}

export function isBlank({ value }: Pick<Entry, 'value'>): boolean {
  return value.value === '' || value.value === null;
}

/** Whether there is a text in another language but none in this one. */
export function isMissing(translations: Translations<LocalisedField>, language: string): boolean {
  const here = translations.get(language);
  if (!here || !isBlank(here)) return false;
  return [...translations.values()].some((entry) => !isBlank(entry));
}

/** A language and those that a text it lacks is taken from, in their order. */
export function fallbackChain(language: string, locales: readonly Locale[]): readonly string[] {
  const own = locales.find(({ name }) => name === language)?.fallbacks ?? [];
  return [...new Set([language, ...own, ...locales.slice(0, 1).map(({ name }) => name)])];
}

/** The language in which readers of this one get a text that it lacks; undefined if they get none. */
export function shownInstead(
  translations: Translations<LocalisedField>,
  language: string,
  locales: readonly Locale[],
): string | undefined {
  const [, ...others] = fallbackChain(language, locales);
  return others.find((name) => {
    const entry = translations.get(name);
    return entry !== undefined && !isBlank(entry);
  });
}
