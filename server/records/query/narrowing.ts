import { MAX_TEXT_CONDITIONS, MAX_WORDS } from '../../../contract/limits.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { allOf, always, type Condition } from './condition.ts';
import { type FilterTree, readFilter, readRows } from './filter.ts';
import { fieldNamed } from './names.ts';
import type { Scope } from './scope.ts';

/** Which rows a client asks for. */
export interface Narrowing {
  readonly filter?: FilterTree;
  /** Words that must all be found. */
  readonly q?: string;
}

/** The rows that the actor may read and asks for. */
export function readNarrowing(scope: Scope, definition: Definition, { filter, q }: Narrowing): Condition {
  const texts = (filter === undefined ? 0 : textsIn(filter)) + (q === undefined ? 0 : wordsOf(q).length);
  if (texts > MAX_TEXT_CONDITIONS && filter !== undefined)
    throw badParameters({ filter: message('tooManyTexts', { max: MAX_TEXT_CONDITIONS }) });
  return allOf([
    readRows(scope, definition, scope.rights.rows(definition, 'read')),
    filter === undefined ? always : readFilter(scope, definition, filter),
    q === undefined ? always : readSearch(scope, definition, q),
  ]);
}

/** Reads `q`: each word must be found in one of the searchable fields. */
function readSearch({ rights, bindings }: Scope, definition: Definition, text: string): Condition {
  const fields = Object.keys(definition.fields).flatMap((column) => {
    const field = fieldNamed(definition, column, rights);
    return field?.searchable ? { column, field } : [];
  });
  if (fields.length === 0) throw badParameters({ q: message('notSearchable') });
  const words = wordsOf(text);
  if (words.length > MAX_WORDS) throw badParameters({ q: message('tooManyWords', { max: MAX_WORDS }) });
  if (text.includes('\0') || !text.isWellFormed()) throw badParameters({ q: message('badCharacters') });
  const found = words.map((word) => ({
    some: fields.flatMap(({ column, field }) =>
      bindings.addPatterns(field.column, word).map((slot) => ({ column, matches: slot })),
    ),
  }));
  return allOf(found);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** How many texts a filter looks for. */
function textsIn(tree: FilterTree): number {
  if (typeof tree === 'string') return 0;
  return Object.entries(tree).reduce((sum, [word, inner]) => {
    const isText = typeof inner === 'string' && (word === 'contains' || word === 'starts');
    return sum + (isText ? 1 : textsIn(inner));
  }, 0);
}
