import {
  DEFAULT_PAGE_SIZE,
  MAX_LIST_SIZE,
  MAX_PAGE_SIZE,
  MAX_PAGE_VALUES,
} from '../../../contract/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Raw, Reader } from '../../database/engine.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { Bindings } from '../query/bindings.ts';
import { allOf, type Condition, isAlways } from '../query/condition.ts';
import { writeCursor } from '../query/cursor.ts';
import { fieldNamed } from '../query/names.ts';
import { type Narrowing, readNarrowing } from '../query/narrowing.ts';
import { type Path, Paths } from '../query/paths.ts';
import { judgedIn, permittedWith, readPermitted } from '../query/permitted.ts';
import { Queries } from '../query/queries.ts';
import type { Scope } from '../query/scope.ts';
import { readSelection, type Showing } from '../query/selection.ts';
import { readSort } from '../query/sort.ts';
import { readSpeech, type Speech } from '../query/speech.ts';
import { readZone } from '../query/zones.ts';
import type { ReadContext } from '../read-context.ts';
import type { Advice } from './advice.ts';
import { mayBeTooLong, untilTooLong } from './answer-weight.ts';
import { type CountDeleted, makeCosts } from './cost.ts';
import { columnsOf, makeExpand } from './expand.ts';
import { findPosition } from './find-position.ts';
import { fitIndexes } from './index-fit.ts';
import { pageRows } from './page-query.ts';
import { FEW } from './totals.ts';
import { PLACES, type Place, readPlace, type SortedList } from './window.ts';

/** What a client asks of a list. Pages count from 0; the other ways to name a place are quick at any depth. */
export interface ListRequest extends Narrowing, Showing, Place {
  readonly page?: number;
  readonly count?: number;
  readonly sort?: string;
  /** Where days, weeks, months and years begin: an IANA name or an offset; UTC by default. */
  readonly zone?: string;
  /** Count all rows, whatever it costs; otherwise `total` is given only if counting is cheap. */
  readonly total?: boolean;
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
  const { totals, readerFor } = makeCosts(database, catalogue, queries, countDeleted);
  return async (definition, request, context) => {
    const { rights } = context;
    const { page = 0, count = DEFAULT_PAGE_SIZE } = request;
    const bindings = new Bindings(database.engine);
    const speech = readSpeech(catalogue.locales, request);
    const scope: Scope = { catalogue, rights, bindings, speech };
    const selection = readSelection(scope, definition, request);
    requireNarrow(request, count, columnsOf(selection).length);
    const paths = new Paths(scope, definition, () => readZone(request.zone));
    const sort = readSort({ definition, rights, paths, speech }, request.sort ?? '');
    const where = readNarrowing(scope, definition, request);
    const permitted = request.can ? readPermitted(scope, definition) : undefined;
    const isPlaced = PLACES.some((name) => request[name] !== undefined);
    const skip = isPlaced ? 0 : page * count;

    const few = await totals.few(definition, context);
    const fit = fitIndexes(catalogue, definition, where, sort);
    for (const { definition: about, line } of fit.advice)
      if (advice.isNew(line) && (await totals.few(about, context)) === null) advice.give(line);
    const columns = [...new Set([...columnsOf(selection), ...sort.map(({ column }) => column)])];
    const isScan = !fit.isQuick || skip > FEW;
    const reader = await readerFor({ definition, where, paths: paths.all, isScan }, context);
    const bounded = mayBeTooLong(definition, columns, count + 1) ? untilTooLong(reader, 'count') : reader;
    const judged = permitted && judgedIn(permitted);
    const fieldOf = (column: string) => paths.fieldOf(column) ?? fieldNamed(definition, column, rights);
    const listed = { definition, columns, speech, sort, paths: paths.all, where, bindings, fieldOf };
    const readWindow = await readPlace(
      sortedList(queries, database, bounded, { ...listed, ...(judged && { judged }) }),
      request,
    );
    const { rows, hasPrevious, hasNext } = await readWindow(count, skip);

    const [first, last] = [rows.at(0), rows.at(-1)];
    const isEnd = !isPlaced && !hasNext && (page === 0 || rows.length > 0);
    const known = isEnd ? skip + rows.length : isAlways(where) ? few : null;
    const countAll = async () => {
      const reader = await readerFor({ definition, where, isScan: true }, context);
      return totals.all(reader, definition, where, bindings.values);
    };
    const items = await expand(selection, rows, bindings.values);
    return {
      items: permitted
        ? items.map((item, index) => ({ ...item, can: permittedWith(permitted, rows[index] ?? {}) }))
        : items,
      total: known ?? (request.total ? await countAll() : null),
      page,
      count,
      previous: hasPrevious && first ? writeCursor(sort, first) : null,
      next: hasNext && last ? writeCursor(sort, last) : null,
    };
  };
}

interface Listed extends Pick<SortedList, 'sort' | 'bindings' | 'fieldOf'> {
  readonly definition: Definition;
  readonly paths: readonly Path[];
  readonly columns: readonly string[];
  readonly speech: Speech | undefined;
  readonly judged?: Readonly<Record<string, Condition>>;
  readonly where: Condition;
}

function sortedList(
  queries: Queries,
  { reads }: Database,
  reader: Reader,
  { definition, where, columns, speech, judged, paths, ...list }: Listed,
): SortedList {
  const { bindings } = list;
  return {
    ...list,
    find: (sort, parameter, text) =>
      findPosition(queries, reads, { definition, speech, sort, paths, where, bindings, parameter }, text),
    read(sort, ranges, size, skip = 0) {
      const within = ranges.map((range) => allOf([where, range]));
      const page = { definition, columns, speech, sort, paths, ranges: within };
      const values = { ...bindings.values, size, skip };
      return pageRows(queries, reader, { ...page, ...(judged && { judged }) }, values);
    },
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
