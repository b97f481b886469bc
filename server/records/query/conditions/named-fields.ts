import type { Definition } from '../../../definitions/define-collection.ts';
import type { Rights } from '../../rights.ts';
import { localisedColumn } from '../requested-locales.ts';
import type { Scope } from '../scope.ts';
import { allOf, type Condition } from './condition.ts';
import { seenIn } from './filter.ts';

/** The parts of a request that name fields of all its records; `fields` does so in files alone. */
export interface Naming {
  readonly sort?: string;
  readonly group?: string;
  readonly select?: string;
  readonly fields?: string;
}

/**
 * The records in which the actor may see each field by which these are sorted, grouped or computed. An order would tell the values
 * of other records, and a gap in a file could not be told from a missing value.
 */
export function seenWhereNamed(scope: Scope, definition: Definition, naming: Naming): Condition {
  return allOf(namedInSome(scope, definition, naming).map((column) => seenIn(scope, definition, column)));
}

/** The rights over the collection's own fields within `seenWhereNamed`; not over those of records that it refers to. */
export function rightsWhereNamed(scope: Scope, definition: Definition, naming: Naming): Rights {
  const { rights } = scope;
  const named = namedInSome(scope, definition, naming);
  if (named.length === 0) return rights;
  return {
    ...rights,
    shows: (there, field) => (there === definition && named.includes(field)) || rights.shows(there, field),
  };
}

/** The named columns that the actor may see in some records alone. */
function namedInSome(
  { rights, locales, isFlat }: Scope,
  definition: Definition,
  { sort = '', group = '', select = '', fields = '' }: Naming,
): string[] {
  const names = [
    ...[sort, group].flatMap((part) => part.split(',').map((one) => one.replace(/^-|\.exact$/g, ''))),
    ...select.split(',').flatMap((one) => one.split('.').slice(1).join('.')),
    ...(isFlat ? fields.split(',') : []),
  ];
  const columns = names.map((name) => localisedColumn(definition, name, locales).column);
  return [...new Set(columns)].filter((column) => typeof rights.shownIn(definition, column) === 'object');
}
