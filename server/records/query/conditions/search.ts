import type { Clauses } from '../../../database/search-sql.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { badParameters } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import { asPartOfLine } from '../../../shared/text/letters.ts';
import { type SoughtWord, tiersOf, wantedOf } from '../../fulltext/tiers.ts';
import type { Rights } from '../../rights.ts';
import { fieldNamed } from '../names.ts';
import type { RequestedLocales } from '../requested-locales.ts';
import type { Scope } from '../scope.ts';

/** The most words of a search; Chinese text has one for each pair of characters. */
const MOST_WANTED = 24;

/** A search, within the fields that the actor may read. */
export interface Search {
  readonly wanted: readonly SoughtWord[];
  /** The searched fields, by importance. */
  readonly fields: readonly string[];
  /** The steps of the ranking; none if the search holds no word, and so finds nothing. */
  readonly tiers: readonly Clauses[];
  /** How many of the first steps look for whole words. */
  readonly wholes: number;
}

/** Reads `search`. Throws where the collection has no field to search that the actor may read. */
export function readSearch(
  { rights, locales }: Pick<Scope, 'rights' | 'locales'>,
  definition: Definition,
  text: string,
): Search {
  const levels = readableLevels(definition, rights, locales);
  if (levels.length === 0) throw badParameters({ search: message('notSearchable') });
  if (text.includes('\0') || !text.isWellFormed()) throw badParameters({ search: message('badCharacters') });
  const wanted = wantedOf(asPartOfLine(text));
  if (wanted.length > MOST_WANTED)
    throw badParameters({ search: message('tooManyWords', { max: MOST_WANTED }) });
  return {
    wanted,
    fields: levels.flat(),
    ...(wanted.length === 0 ? { tiers: [], wholes: 0 } : tiersOf(definition, levels, wanted)),
  };
}

/** The searched fields that an actor may read, in the languages that are asked for: no other one may ever match. */
export function readableLevels(
  definition: Definition,
  rights: Rights,
  locales?: RequestedLocales,
): string[][] {
  const isAsked = (name: string) => {
    const columns = definition.localised.get(definition.fields[name]?.translates ?? name);
    if (!columns) return true;
    if (!locales) return definition.fields[name]?.translates === undefined;
    const [first = ''] = locales.names;
    const searched = locales.chain ? [first] : locales.names;
    return searched.some((locale) => columns.get(locale) === name);
  };
  return definition.search
    .map((level) => level.filter((name) => fieldNamed(definition, name, rights) && isAsked(name)))
    .filter((level) => level.length > 0);
}
