import { MAX_TEXT_CONDITIONS, MAX_TREE_CONDITIONS, MAX_WORDS } from '../../../../contract/limits.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import { badParameters } from '../../../errors.ts';
import { message } from '../../../messages/message.ts';
import { type AskedParts, wantedTrigrams } from '../../trigrams/index.ts';
import { fieldNamed } from '../names.ts';
import { columnsInEach, localisedColumn, readLocales } from '../requested-locales.ts';
import type { Scope } from '../scope.ts';
import { allOf, always, type Condition, never, onFirstOf } from './condition.ts';
import { readFilter, readRecords } from './filter.ts';
import type { FilterTree } from './filter-tree.ts';
import { type Naming, seenWhereNamed } from './named-fields.ts';
import { TREE_OPERATORS } from './operators.ts';
import { readSearch } from './search.ts';

/** The records that a client asks for. */
export interface Narrowing extends Naming {
  readonly filter?: FilterTree;
  /** Words that must all be found. */
  readonly q?: string;
  /** The records among which those with the words of `q` are; found by an index, never sent by a client. */
  readonly among?: readonly bigint[] | undefined;
  /** Words to find by the full text index. */
  readonly search?: string;
  /** Languages in which a text is missing that the record has in another language. */
  readonly missing?: string;
}

/** The records that the actor may read and asks for. */
export function readNarrowing(
  scope: Scope,
  definition: Definition,
  { filter, q, among, missing, search, ...naming }: Narrowing,
): Condition {
  const texts =
    (filter === undefined ? 0 : countIn(filter, TEXTS)) + (q === undefined ? 0 : wordsOf(q).length);
  if (texts > MAX_TEXT_CONDITIONS && filter !== undefined)
    throw badParameters({ filter: message('tooManyTexts', { max: MAX_TEXT_CONDITIONS }) });
  if (filter !== undefined && countIn(filter, TREE_OPERATORS) > MAX_TREE_CONDITIONS)
    throw badParameters({ filter: message('tooManyBranches', { max: MAX_TREE_CONDITIONS }) });
  return allOf([
    readRecords(scope, definition, scope.rights.records(definition, 'read')),
    filter === undefined ? always : readFilter(scope, definition, filter),
    among === undefined ? always : readAmong(scope, among),
    q === undefined ? always : readWords(scope, definition, q),
    search === undefined ? always : readSearched(scope, definition, search),
    missing === undefined ? always : readMissing(scope, definition, missing),
    seenWhereNamed(scope, definition, naming),
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
  const found = words.map((word) => {
    const spellings = bindings.addPatterns({ type: 'text' }, word);
    const inOne = ({ column, sources }: Searched): Condition => {
      const some = spellings.map((all) => allOf(all.map(({ by, slot }) => ({ column, matches: slot, by }))));
      const matches: Condition = { some };
      return sources ? onFirstOf(sources, column, matches) : matches;
    };
    return { some: fields.map(inOne) };
  });
  return allOf(found);
}

function readAmong({ bindings }: Scope, ids: readonly bigint[]): Condition {
  return { column: 'id', listed: bindings.addJsonList({ type: 'bigint' }, ids), as: 'number' };
}

/** What `q` asks an index of parts of words for; undefined where that is of no help. */
export function readParts(scope: Scope, definition: Definition, q: string): AskedParts | undefined {
  const wanted = wantedTrigrams(wordsOf(q));
  const columns = searchedIn(scope, definition).flatMap(({ column, sources = [column] }) => sources);
  return wanted && { wanted, columns: [...new Set(columns)] };
}

/** The texts that `q` searches: those that are shown. */
function searchedIn({ rights, locales }: Scope, definition: Definition): Searched[] {
  return Object.keys(definition.fields).flatMap((name) => {
    const field = fieldNamed(definition, name, rights);
    if (!field?.searchable || field.translates !== undefined) return [];
    const each = columnsInEach(definition, name, locales);
    if (each) return each.map(([, column]) => ({ column }));
    return [localisedColumn(definition, name, locales)];
  });
}

interface Searched {
  readonly column: string;
  readonly sources?: readonly string[];
}

/** Reads `missing=en,de`: some field that the reader may see has a text in another language, and none in one of these. */
function readMissing({ rights, catalogue }: Scope, definition: Definition, text: string): Condition {
  const locales = readLocales(catalogue.locales, { locale: text }, 'missing')?.names ?? [];
  const lacking = [...definition.localised].flatMap(([name, columns]): Condition[] => {
    if (!fieldNamed(definition, name, rights)) return [];
    const isLacking = locales.map(
      (locale): Condition => ({
        column: columns.get(locale) ?? name,
        isNull: true,
      }),
    );
    const isSaid = [...columns.values()].map((column): Condition => ({ column, isNull: false }));
    return [{ every: [{ some: isLacking }, { some: isSaid }] }];
  });
  return { some: lacking };
}

/** Reads `search` as a condition: the records that it finds, in any order. */
function readSearched(scope: Scope, definition: Definition, text: string): Condition {
  const broadest = readSearch(scope, definition, text).tiers.at(-1);
  if (!broadest) return never;
  const query = scope.bindings.addSearch(broadest);
  return { column: 'id', searched: definition.name, query };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

const TEXTS: readonly string[] = ['contains', 'ncontains', 'starts', 'ends'];

/** How many comparisons by these operators a filter holds. */
function countIn(tree: FilterTree, operators: readonly string[]): number {
  if (typeof tree === 'string') return 0;
  return Object.entries(tree).reduce((sum, [word, inner]) => {
    const isOne = typeof inner === 'string' && operators.includes(word);
    return sum + (isOne ? 1 : countIn(inner, operators));
  }, 0);
}
