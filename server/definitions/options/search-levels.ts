import { suggestion } from '../../shared/text/words.ts';
import { fieldNames } from '../checks/option-checks.ts';
import type { OptionCheck } from '../checks/options.ts';
import type { Fields } from '../field.ts';

/** The fields of a search by importance. Fields in an inner list are equally important. */
export type SearchSource<Name extends string = string> = readonly (Name | readonly Name[])[];

/** The fields of a search, the most important first. */
export type SearchLevels = readonly (readonly string[])[];

/** Each level is a step of the ranking, and costs a part of each search. */
const MOST_LEVELS = 4;
const KINDS: readonly string[] = ['text', 'long-text', 'rich-text', 'slug', 'email', 'url'];

export const searchLevels: OptionCheck = {
  allowed: "a list of field names, the most important first, such as ['title', ['summary', 'body']]",
  accepts: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((level) => typeof level === 'string' || fieldNames.accepts(level)),
};

/** The levels that an author wrote, in one form. */
export function levelsOf(source: SearchSource | undefined): SearchLevels {
  return (source ?? []).map((level) => (typeof level === 'string' ? [level] : level));
}

/** All that is wrong with the fields of a search, in sentences. */
export function problemsOfSearch(source: SearchSource | undefined, fields: Fields): string[] {
  const levels = levelsOf(source);
  const names = levels.flat();
  const known = Object.keys(fields);
  const problems = names.flatMap((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return `search names '${name}', which is no field${suggestion(name, known)}`;
    if (field.secret) return `search names '${name}', which is secret`;
    return KINDS.includes(field.kind) ? [] : `search names '${name}', which holds no text`;
  });
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  return [
    ...problems,
    ...[...new Set(twice)].map((name) => `search names '${name}' twice`),
    ...(levels.length > MOST_LEVELS ? [`search has ${levels.length} levels; at most ${MOST_LEVELS}`] : []),
  ];
}
