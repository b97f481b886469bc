import { computed, type Ref } from 'vue';
import type { FieldDescription } from '../../../api/definitions.ts';
import type { Entry } from '../../../form/entries.ts';
import { translationsOf } from '../../../form/localised.ts';

/** The language of a form, empty for the default, and the one beside it, empty for none. */
export interface FormLanguages {
  readonly shown: string;
  readonly beside: string;
}

/** The localised fields of a form and their languages. */
export function useLanguages(entries: readonly Entry<FieldDescription>[], chosen: Ref<FormLanguages>) {
  const translations = translationsOf(entries);
  const [first] = translations.values();
  const languages = [...(first?.keys() ?? [])];
  const known = (name: string) => (languages.includes(name) ? name : '');
  const shown = computed({
    get: () => known(chosen.value.shown) || (languages[0] ?? ''),
    set: (name) => {
      chosen.value = { shown: name, beside: chosen.value.beside === name ? '' : chosen.value.beside };
    },
  });
  const beside = computed({
    get: () => (known(chosen.value.beside) === shown.value ? '' : known(chosen.value.beside)),
    set: (name) => {
      chosen.value = { ...chosen.value, beside: name };
    },
  });
  /** Switches to the language of the first problem if none is visible. */
  function showProblem(): void {
    const wrong = entries.filter(({ problem }) => problem.value !== undefined);
    const isSeen = wrong.some(({ field }) => [undefined, shown.value, beside.value].includes(field.locale));
    const language = wrong[0]?.field.locale;
    if (!isSeen && language !== undefined) shown.value = language;
  }
  return {
    ...{ languages, translations, shown, beside, showProblem },
    /** The fields without translations, and one entry for each localised field. */
    led: languages.length > 1 ? entries.filter(({ field }) => field.translates === undefined) : entries,
    isLocalised: languages.length > 1,
  };
}
