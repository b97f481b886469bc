import {
  DEFAULT_PAGE_SIZE,
  MAX_LIST_SIZE,
  MAX_PAGE_SIZE,
  MAX_PAGE_VALUES,
} from '../../../contract/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Raw } from '../../database/engine.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type Highlights, highlightsOf } from '../fulltext/highlight.ts';
import { makeRequireIndex } from '../fulltext/index-state.ts';
import { Bindings } from '../query/bindings.ts';
import { isAlways } from '../query/condition.ts';
import { fieldNamed } from '../query/names.ts';
import { type Narrowing, readNarrowing } from '../query/narrowing.ts';
import { Paths } from '../query/paths.ts';
import { judgedIn, permittedWith, readPermitted } from '../query/permitted.ts';
import { Queries } from '../query/queries.ts';
import type { Scope } from '../query/scope.ts';
import { readSearch } from '../query/search.ts';
import { readSelection, type Showing } from '../query/selection.ts';
import { readSort } from '../query/sort.ts';
import { readSpeech } from '../query/speech.ts';
import { readZone } from '../query/zones.ts';
import type { ReadContext } from '../read-context.ts';
import type { Advice } from './advice.ts';
import { type CountDeleted, makeCosts } from './cost.ts';
import { columnsOf, makeExpand } from './expand.ts';
import { makeReadRanked } from './ranked-page.ts';
import { makeReadSorted } from './sorted.ts';
import { PLACES, type Place } from './window.ts';

/** What a client asks of a list. Pages count from 0; the other ways to name a place are quick at any depth. */
export interface ListRequest extends Narrowing, Showing, Place {
  readonly page?: number;
  readonly count?: number;
  readonly sort?: string;
  /** Where days, weeks, months and years begin: an IANA name or an offset; UTC by default. */
  readonly zone?: string;
  /** Count all rows, whatever it costs; otherwise `total` is given only if counting is cheap. */
  readonly total?: boolean;
  /** Show where each row holds the words of `search`. */
  readonly highlight?: boolean;
  /** The client reads lists whole, so its pages may have as many rows as a list may hold, of any width. */
  readonly isWhole?: boolean;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  /** Where the page before ends and the next one begins; null at the ends of the list. */
  readonly previous: string | null;
  readonly next: string | null;
  /** For each row, the parts of its fields around the words that were searched. */
  readonly highlights?: readonly Highlights[];
  /** For each row of a ranked list, the step of the ranking that it stands at, from 0 for the best. */
  readonly ranks?: readonly number[];
}

export type List = (definition: Definition, request: ListRequest, context: ReadContext) => Promise<Page<Raw>>;

/** Lists of every record. Statements are compiled once for each shape of a list; values are bound. */
export function makeList(
  database: Database,
  catalogue: Catalogue,
  advice: Advice,
  countDeleted: CountDeleted,
): List {
  const queries = new Queries(database);
  const expand = makeExpand(database, queries);
  const costs = makeCosts(database, catalogue, queries, countDeleted);
  const { totals, readerFor } = costs;
  const requireIndex = makeRequireIndex(database);
  const tools = { database, catalogue, queries, advice, costs };
  const readSorted = makeReadSorted(tools);
  const readRanked = makeReadRanked(tools);

  return async (definition, request, context) => {
    const { rights } = context;
    const { page = 0, count = DEFAULT_PAGE_SIZE, search: words, highlight } = request;
    const bindings = new Bindings(database.engine);
    const speech = readSpeech(catalogue.locales, request);
    const scope: Scope = { catalogue, rights, bindings, speech };
    const selection = readSelection(scope, definition, request);
    requireNarrow(request, count, columnsOf(selection).length);
    const paths = new Paths(scope, definition, () => readZone(request.zone));
    const sort = readSort({ definition, rights, paths, speech }, request.sort ?? '');
    const search = words === undefined ? undefined : readSearch(scope, definition, words);
    const ranking = request.sort === undefined ? search : undefined;
    if (highlight && !search) throw badParameters({ highlight: message('onlyWith', { name: 'search' }) });
    const { search: _, ...unsearched } = request;
    const where = readNarrowing(scope, definition, ranking ? unsearched : request);
    const permitted = request.can ? readPermitted(scope, definition) : undefined;
    const isPlaced = PLACES.some((name) => request[name] !== undefined);
    const judged = permitted && judgedIn(permitted);
    if (search) await requireIndex(definition, context.version);

    const few = await totals.few(definition, context);
    const columns = columnsOf(selection);
    const highlighted = highlight ? search : undefined;
    const fieldOf = (column: string) => paths.fieldOf(column) ?? fieldNamed(definition, column, rights);
    const asked = {
      ...{ definition, speech, sort, paths: paths.all, fieldOf, where, bindings, count, isPlaced },
      columns: [...new Set([...columns, ...(highlighted?.fields ?? [])])],
      skip: isPlaced ? 0 : page * count,
      ...(judged && { judged }),
    };
    const found = ranking
      ? await readRanked(asked, ranking, request, context)
      : await readSorted(asked, request, context);
    const { rows } = found;
    const known = found.total ?? (isAlways(where) && !ranking ? few : null);
    const countAll = async () => {
      const counted = new Bindings(database.engine);
      const all = readNarrowing({ ...scope, bindings: counted }, definition, request);
      const reader = await readerFor({ definition, where: all, isScan: true }, context);
      return totals.all(reader, definition, all, counted.values);
    };
    const items = await expand(selection, rows, bindings.values, context.longReads);
    return {
      items: permitted
        ? items.map((item, index) => ({ ...item, can: permittedWith(permitted, rows[index] ?? {}) }))
        : items,
      total: known ?? (request.total ? await countAll() : null),
      page,
      count,
      previous: found.previous,
      next: found.next,
      ...(found.ranks && { ranks: found.ranks }),
      ...(highlighted && { highlights: rows.map((row) => highlightsOf(definition, highlighted, row)) }),
    };
  };
}

/** Many rows at a time are for lists of few fields. */
function requireNarrow({ isWhole }: ListRequest, count: number, fields: number): void {
  const most = isWhole ? MAX_LIST_SIZE : mostRows(fields);
  if (count > most) throw badParameters({ count: message('aboveMost', { max: most }) });
}

/** The most rows in one page, by the number of their fields. */
function mostRows(fields: number): number {
  return Math.min(MAX_LIST_SIZE, Math.max(MAX_PAGE_SIZE, Math.floor(MAX_PAGE_VALUES / fields)));
}
