import { MAX_TEXT_CONDITIONS, MAX_TREE_CONDITIONS, MAX_WORDS } from '../../../../contract/limits.ts';
import type { Definition } from '../../../definitions/define-record.ts';
import type { Field } from '../../../definitions/field.ts';
import { badParameters } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import { fieldNamed } from '../names.ts';
import { columnsInEach, localisedColumn, readLocales } from '../requested-locales.ts';
import type { Scope } from '../scope.ts';
import { allOf, always, type Condition, never, onFirstOf } from './condition.ts';
import { readFilter, readRows } from './filter.ts';
import type { FilterTree } from './filter-tree.ts';
import { TREE_OPERATORS } from './operators.ts';
import { readSearch } from './search.ts';

/** The rows that a client asks for. */
export interface Narrowing {
  readonly filter?: FilterTree;
  /** Words that must all be found. */
  readonly q?: string;
  /** Words to find by the full text index. */
  readonly search?: string;
  /** Languages in which a text is missing that the row has in another language. */
  readonly missing?: string;
}

/** The rows that the actor may read and asks for. */
export function readNarrowing(
  scope: Scope,
  definition: Definition,
  { filter, q, missing, search }: Narrowing,
): Condition {
  const texts =
    (filter === undefined ? 0 : countIn(filter, TEXTS)) + (q === undefined ? 0 : wordsOf(q).length);
  if (texts > MAX_TEXT_CONDITIONS && filter !== undefined)
    throw badParameters({ filter: message('tooManyTexts', { max: MAX_TEXT_CONDITIONS }) });
  if (filter !== undefined && countIn(filter, TREE_OPERATORS) > MAX_TREE_CONDITIONS)
    throw badParameters({ filter: message('tooManyBranches', { max: MAX_TREE_CONDITIONS }) });
  return allOf([
    readRows(scope, definition, scope.rights.rows(definition, 'read')),
    filter === undefined ? always : readFilter(scope, definition, filter),
    q === undefined ? always : readWords(scope, definition, q),
    search === undefined ? always : readSearched(scope, definition, search),
    missing === undefined ? always : readMissing(scope, definition, missing),
  ]);
}

/** Reads `q`: each word must be found in one of the searchable fields. */
function readWords(scope: Scope, definition: Definition, text: string): Condition {
  const { bindings } = scope;
  const fields = searchedIn(scope, definition);
  if (fields.length === 0) throw badParameters({ q: message('notSearchable') });
  const words = wordsOf(text);
  if (words.length > MAX_WORDS) throw badParameters({ q: message('tooManyWords', { max: MAX_WORDS }) });
  if (text.includes('\0') || !text.isWellFormed()) throw badParameters({ q: message('badCharacters') });
  const found = words.map((word) => ({
    some: fields.flatMap(({ column, field, sources }) =>
      bindings.addPatterns(field.column, word).map((slot) => {
        const found: Condition = { column, matches: slot };
        return sources ? onFirstOf(sources, column, found) : found;
      }),
    ),
  }));
  return allOf(found);
}

/** The texts that `q` searches: those that are shown. */
function searchedIn({ rights, locales }: Scope, definition: Definition): Searched[] {
  return Object.keys(definition.fields).flatMap((name) => {
    const field = fieldNamed(definition, name, rights);
    if (!field?.searchable || field.translates !== undefined) return [];
    const each = columnsInEach(definition, name, locales);
    if (each) return each.map(([, column]) => ({ column, field }));
    return [{ field, ...localisedColumn(definition, name, locales) }];
  });
}

interface Searched {
  readonly column: string;
  readonly field: Field;
  readonly sources?: readonly string[];
}

/** Reads `missing=en,de`: some field that the reader may see has a text in another language, and none in one of these. */
function readMissing({ rights, catalogue }: Scope, definition: Definition, text: string): Condition {
  const locales = readLocales(catalogue.locales, { locale: text }, 'missing')?.names ?? [];
  const lacking = [...definition.localised].flatMap(([name, columns]) => {
    if (!fieldNamed(definition, name, rights)) return [];
    const all = [...columns.values()];
    return locales.map((locale): Condition => {
      const column = columns.get(locale) ?? name;
      const others = all.filter((other) => other !== column);
      const some = others.map((other): Condition => ({ column: other, isNull: false }));
      return { every: [{ column, isNull: true }, { some }] };
    });
  });
  return { some: lacking };
}

/** Reads `search` as a condition: the rows that it finds, in any order. */
function readSearched(scope: Scope, definition: Definition, text: string): Condition {
  const broadest = readSearch(scope, definition, text).tiers.at(-1);
  if (!broadest) return never;
  const query = scope.bindings.addSearch(broadest);
  return { column: 'id', searched: definition.name, query };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

const TEXTS: readonly string[] = ['contains', 'starts'];

/** How many comparisons by these operators a filter holds. */
function countIn(tree: FilterTree, operators: readonly string[]): number {
  if (typeof tree === 'string') return 0;
  return Object.entries(tree).reduce((sum, [word, inner]) => {
    const isOne = typeof inner === 'string' && operators.includes(word);
    return sum + (isOne ? 1 : countIn(inner, operators));
  }, 0);
}
