import { DEFAULT_PAGE_SIZE, MAX_LIST_SIZE } from '../../../contract/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Raw } from '../../database/engine.ts';
import type { Version } from '../../database/version.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { Bindings } from '../query/bindings.ts';
import { allOf, always, isAlways } from '../query/condition.ts';
import { keysetRanges, writeCursor } from '../query/cursor.ts';
import { type Narrowing, readNarrowing } from '../query/narrowing.ts';
import { judgedIn, permittedWith, readPermitted } from '../query/permitted.ts';
import { Queries } from '../query/queries.ts';
import type { Scope } from '../query/scope.ts';
import { readSelection, type Showing } from '../query/selection.ts';
import { readSort } from '../query/sort.ts';
import type { Rights } from '../rights.ts';
import type { Advice } from './advice.ts';
import { mayBeTooLong, untilTooLong } from './answer-weight.ts';
import { type CountDeleted, makeCosts } from './cost.ts';
import { columnsOf, makeExpand } from './expand.ts';
import { findPosition } from './find-position.ts';
import { fitIndexes } from './index-fit.ts';
import { pageRows } from './page-query.ts';
import { FEW } from './totals.ts';

/** What a client asks of a list. Pages count from 0; `after` takes a previous answer's `next` and is quick at any depth. */
export interface ListRequest extends Narrowing, Showing {
  readonly page?: number;
  readonly count?: number;
  readonly after?: string;
  readonly sort?: string;
  /** Count all rows, whatever it costs; otherwise `total` is given only if counting is cheap. */
  readonly total?: boolean;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  readonly next: string | null;
}

/** `version` is the database version that the list is read at. */
export type List = (
  definition: Definition,
  request: ListRequest,
  rights: Rights,
  version: Version | undefined,
) => Promise<Page<Raw>>;

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
  return async (definition, request, rights, version) => {
    const { page = 0, count = DEFAULT_PAGE_SIZE } = request;
    if (count > MAX_LIST_SIZE) throw badParameters({ count: message('aboveMost', { max: MAX_LIST_SIZE }) });
    const bindings = new Bindings(database.engine);
    const scope: Scope = { catalogue, rights, bindings };
    const selection = readSelection(scope, definition, request);
    const sort = readSort(definition, request.sort ?? '', rights);
    const where = readNarrowing(scope, definition, request);
    const permitted = request.can ? readPermitted(scope, definition) : undefined;
    const listed = { definition, sort, where, bindings };
    const behind =
      request.after === undefined
        ? undefined
        : await findPosition(queries, database.reads, listed, request.after);
    const ranges = behind ? keysetRanges(definition, sort, behind, bindings) : [always];
    const skip = behind ? 0 : page * count;

    const few = await totals.few(definition, version);
    const fit = fitIndexes(catalogue, definition, where, sort);
    for (const { definition: about, line } of fit.advice)
      if (advice.isNew(line) && (await totals.few(about, version)) === null) advice.give(line);
    const columns = [...new Set([...columnsOf(selection), ...sort.map(({ column }) => column)])];
    const isScan = !fit.isQuick || skip > FEW;
    const reader = await readerFor({ definition, where, isScan }, version);
    const found = await pageRows(
      queries,
      mayBeTooLong(definition, columns, count + 1) ? untilTooLong(reader, 'count') : reader,
      {
        definition,
        columns,
        ...(permitted && { judged: judgedIn(permitted) }),
        sort,
        ranges: ranges.map((range) => allOf([where, range])),
      },
      { ...bindings.values, size: count + 1, skip },
    );

    const rows = found.slice(0, count);
    const last = found.length > count ? rows.at(-1) : undefined;
    const isEnd = !behind && !last && (page === 0 || found.length > 0);
    const known = isEnd ? skip + found.length : isAlways(where) ? few : null;
    const countAll = async () => {
      const reader = await readerFor({ definition, where, isScan: true }, version);
      return totals.all(reader, definition, where, bindings.values);
    };
    const items = await expand(selection, rows, bindings.values);
    return {
      items: permitted
        ? items.map((item, place) => ({ ...item, can: permittedWith(permitted, rows[place] ?? {}) }))
        : items,
      total: known ?? (request.total ? await countAll() : null),
      page,
      count,
      next: last ? writeCursor(sort, last) : null,
    };
  };
}
