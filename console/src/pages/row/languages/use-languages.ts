import { computed, type Ref } from 'vue';
import type { FieldDescription } from '../../../api/definitions.ts';
import type { Entry } from '../../../form/entries.ts';
import { translationsOf } from '../../../form/localised.ts';

/** The language that a form shows, and the one beside it; empty for the default and for none. */
export interface Speech {
  readonly shown: string;
  readonly beside: string;
}

/** The localised fields of a form, and in which languages they are shown. */
export function useLanguages(entries: readonly Entry<FieldDescription>[], speech: Ref<Speech>) {
  const translations = translationsOf(entries);
  const [first] = translations.values();
  const languages = [...(first?.keys() ?? [])];
  const known = (name: string) => (languages.includes(name) ? name : '');
  const shown = computed({
    get: () => known(speech.value.shown) || (languages[0] ?? ''),
    set: (name) => {
      speech.value = { shown: name, beside: speech.value.beside === name ? '' : speech.value.beside };
    },
  });
  const beside = computed({
    get: () => (known(speech.value.beside) === shown.value ? '' : known(speech.value.beside)),
    set: (name) => {
      speech.value = { ...speech.value, beside: name };
    },
  });
  /** Shows the language of the first problem, if all problems are out of sight. */
  function showProblem(): void {
    const wrong = entries.filter(({ problem }) => problem.value !== undefined);
    const isSeen = wrong.some(({ field }) => [undefined, shown.value, beside.value].includes(field.locale));
    const language = wrong[0]?.field.locale;
    if (!isSeen && language !== undefined) shown.value = language;
  }
  return {
    ...{ languages, translations, shown, beside, showProblem },
    /** What stands in the form once for all languages. */
    led: languages.length > 1 ? entries.filter(({ field }) => field.translates === undefined) : entries,
    isLocalised: languages.length > 1,
  };
}
