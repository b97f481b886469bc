import { formsOf } from '../../database/any-case.ts';
import type { Trigram, WantedTrigrams } from '../../database/trigrams.ts';
import { spellingsOf } from '../query/conditions/patterns.ts';

const LENGTH = 3;
/** More of one spelling would hardly leave out further records. */
const MOST_TRIGRAMS = 8;
/** A trigram whose letters have more forms together is left out. */
const MOST_FORMS = 64;

/**
 * What an index of trigrams is asked for these words; undefined where it is of no help. A word that has a spelling of fewer
 * than three characters is left out: what the others find is looked at anyway.
 */
export function wantedTrigrams(words: readonly string[]): WantedTrigrams | undefined {
  const wanted = words.flatMap((word) => {
    const spellings = spellingsOf(word).map(trigramsOf);
    return spellings.every((trigrams) => trigrams.length > 0) ? [spellings] : [];
  });
  return wanted.length > 0 ? wanted : undefined;
}

/** Some trigrams of a spelling, from all over it. */
function trigramsOf(spelling: string): Trigram[] {
  const forms = Array.from(spelling, indexedForms);
  const all = forms.slice(LENGTH - 1).flatMap((_, place) => {
    const trigram = joined(forms.slice(place, place + LENGTH));
    return trigram ? [trigram] : [];
  });
  const step = Math.max(1, (all.length - 1) / (MOST_TRIGRAMS - 1));
  const places = new Set(all.map((_, index) => Math.round(index * step)));
  return all.filter((_, place) => places.has(place));
}

/** The forms that an index may hold a character in. All know that the forms of a letter of ASCII are one. */
function indexedForms(character: string): readonly string[] {
  return /^[a-z]$/i.test(character) ? [character.toLowerCase()] : formsOf(character);
}

function joined(forms: readonly (readonly string[])[]): Trigram | undefined {
  if (forms.reduce((product, { length }) => product * length, 1) > MOST_FORMS) return undefined;
  return forms.reduce<string[]>(
    (begun, next) => begun.flatMap((text) => next.map((form) => text + form)),
    [''],
  );
}
