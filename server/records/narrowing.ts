import type { Definition } from '../definitions/define-record.ts';
import { allOf, always, type Condition } from './condition.ts';
import { readFilter, readRows } from './filter.ts';
import type { FilterTree } from './filter-tree.ts';
import type { Scope } from './scope.ts';
import { readSearch } from './search.ts';

/** Which rows a client asks for. */
export interface Narrowing {
  readonly filter?: FilterTree;
  /** Words that must be found. */
  readonly q?: string;
}

/** The rows that the asker sees and asks for. */
export function readNarrowing(scope: Scope, definition: Definition, { filter, q }: Narrowing): Condition {
  return allOf([
    readRows(scope, definition, scope.rights.rows(definition, 'read')),
    filter === undefined ? always : readFilter(scope, definition, filter),
    q === undefined ? always : readSearch(scope, definition, q),
  ]);
}
