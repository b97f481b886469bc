import {
  DEFAULT_PAGE_SIZE,
  MAX_LIST_SIZE,
  MAX_PAGE_SIZE,
  MAX_PAGE_VALUES,
} from '../../../contract/limits.ts';
import { type Definition, fieldOfKey } from '../../definitions/for-server.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import {
  Bindings,
  DISTANCE,
  fieldNamed,
  flagsOf,
  flagsOfSeen,
  isAlways,
  type Narrowing,
  Paths,
  type Permitted,
  type RequestedLocales,
  readLocales,
  readNarrowing,
  readParts,
  readPermitted,
  readSearch,
  readSelection,
  readSort,
  rightsWhereNamed,
  type Scope,
  type Search,
  type Showing,
  type Sort,
} from '../query/index.ts';
import type { Rights } from '../rights.ts';
import type { AskedParts } from '../trigrams/candidates.ts';
import { columnsOf, type Expand, makePlanExpand } from './expand.ts';
import { makePlanRanked } from './ranked.ts';
import { type AskedList, type ListTools, makePlanSorted, type ReadPage } from './sorted.ts';
import type { PagePosition } from './window.ts';

/** A request for a list. Pages count from 0; the other ways to name a place are quick at any depth. */
export interface ListRequest extends Narrowing, Showing, PagePosition {
  readonly page?: number;
  readonly count?: number;
  readonly sort?: string;
  /** Where days, weeks, months and years begin: an IANA name or an offset; UTC by default. */
  readonly zone?: string;
  /** Count all records, whatever it costs; otherwise `total` is given only if counting is cheap. */
  readonly total?: boolean;
  /** Show where each record holds the words of `search`. */
  readonly highlight?: boolean;
  /** How many values may follow `in`, where the request came in a body. */
  readonly mostValues?: number;
  /** The client reads whole lists, so a page may have as many records as a list may hold, of any width. */
  readonly isWhole?: boolean;
}

/** What depends only on the request and the reader's rights, not on the records or the page. */
export interface ListPlan {
  readonly locales: RequestedLocales | undefined;
  /** What the conditions are bound to. */
  readonly bindings: Bindings;
  /** What `q` asks an index of parts of words for, before the list is read. */
  readonly parts: AskedParts | undefined;
  /** Whether all records of the collection are listed: nothing narrows the list, and no search ranks it. */
  readonly listsAll: boolean;
  readonly isSearched: boolean;
  /** The search whose words are shown in each record. */
  readonly highlighted: Search | undefined;
  readonly permitted: Permitted | undefined;
  /** The fields whose distances are answered, and the columns that hold these. */
  readonly distances: readonly (readonly [name: string, column: string])[];
  readonly read: ReadPage;
  readonly expand: Expand;
}

/** Plans a list. Throws, naming what is unknown or not readable. */
export function makePlanList(tools: ListTools) {
  const { database, catalogue, queries } = tools;
  const planExpand = makePlanExpand(database, queries);
  const planSorted = makePlanSorted(tools);
  const planRanked = makePlanRanked(tools);

  return (definition: Definition, request: ListRequest, rights: Rights): ListPlan => {
    const { count = DEFAULT_PAGE_SIZE, search: words, highlight } = request;
    const bindings = new Bindings(database.engine);
    const locales = readLocales(catalogue.locales, request);
    const { mostValues } = request;
    const scope: Scope = { catalogue, rights, bindings, locales, mostValues };
    const selection = readSelection(scope, definition, request);
    const columns = columnsOf(selection);
    requireNarrow(request, count, columns.length);
    const paths = new Paths(scope, definition, request);
    const distances = selection.distances.map((name): [string, string] => [
      name,
      paths.find(`${name}.${DISTANCE}`)?.column ?? '',
    ]);
    const sorting = rightsWhereNamed(scope, definition, request);
    const sort = readSort(
      { definition, rights: sorting, paths, locales },
      request.sort ?? orderOf(definition),
    );
    const search = words === undefined ? undefined : readSearch(scope, definition, words);
    const ranking = request.sort === undefined ? search : undefined;
    if (ranking && distances.length > 0)
      throw badParameters({ fields: message('notWith', { name: 'search' }) });
    if (highlight && !search) throw badParameters({ highlight: message('onlyWith', { name: 'search' }) });
    const { search: _, ...unsearched } = request;
    const where = readNarrowing(scope, definition, ranking ? unsearched : request);
    const permitted = request.can ? readPermitted(scope, definition) : undefined;
    const flags = { ...(permitted && flagsOf(permitted)), ...flagsOfSeen(selection) };
    const highlighted = highlight ? search : undefined;
    const list = {
      definition,
      locales,
      sort,
      paths: paths.all,
      where,
      count,
      columns: [
        ...new Set([...columns, ...(highlighted?.fields ?? []), ...distances.map(([, column]) => column)]),
      ],
      fieldOf: fieldsOf(definition, sort, paths, sorting),
      flags,
    };
    return {
      locales,
      bindings,
      parts: request.q === undefined || request.among ? undefined : readParts(scope, definition, request.q),
      listsAll: isAlways(where) && !ranking,
      isSearched: search !== undefined,
      highlighted,
      permitted,
      distances,
      read: ranking ? planRanked(list, ranking) : planSorted(list),
      expand: planExpand(selection),
    };
  };
}

/** The fields of the columns of an order. */
function fieldsOf(definition: Definition, sort: Sort, paths: Paths, rights: Rights): AskedList['fieldOf'] {
  const fields = new Map(
    sort.map(({ column }) => [
      column,
      paths.fieldOf(column) ?? fieldOfKey(definition, column) ?? fieldNamed(definition, column, rights),
    ]),
  );
  return (column) => fields.get(column);
}

/** The order of a list whose request names none. */
function orderOf({ order }: Definition): string {
  return order?.sortsLists ? order.field : '';
}

/** Refuses long pages of wide records. */
function requireNarrow({ isWhole }: ListRequest, count: number, fields: number): void {
  const most = isWhole ? MAX_LIST_SIZE : mostRecords(fields);
  if (count > most) throw badParameters({ count: message('aboveMost', { max: most }) });
}

/** The most records in one page, by the number of their fields. */
function mostRecords(fields: number): number {
  return Math.min(MAX_LIST_SIZE, Math.max(MAX_PAGE_SIZE, Math.floor(MAX_PAGE_VALUES / fields)));
}
