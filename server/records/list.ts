import { DEFAULT_PAGE_SIZE, MAX_LIST_SIZE } from '../../contract/limits.ts';
import type { Database } from '../database/database.ts';
import type { Raw } from '../database/engine.ts';
import type { Version } from '../database/recent.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { Advice } from './advice.ts';
import { Bindings } from './bindings.ts';
import { allOf, always, isAlways } from './condition.ts';
import { readCursor, stretchesBehind, writeCursor } from './cursor.ts';
import { columnsOf, makeExpand } from './expand.ts';
import { fitIndexes } from './index-fit.ts';
import { type Narrowing, readNarrowing } from './narrowing.ts';
import { pageRows } from './page-query.ts';
import { judgedIn, permittedWith, readPermitted } from './permitted.ts';
import { Queries } from './queries.ts';
import type { Rights } from './rights.ts';
import type { Scope } from './scope.ts';
import { readSelection, type Showing } from './selection.ts';
import { readSort } from './sort.ts';
import { FEW, makeTotals } from './totals.ts';

/** What a client asks of a list. Pages count from 0; `after` takes a previous answer's `next` and is quick at any depth. */
export interface ListRequest extends Narrowing, Showing {
  readonly page?: number;
  readonly count?: number;
  readonly after?: string;
  readonly sort?: string;
  /** Count all rows, whatever it costs; otherwise `total` is told only where counting is cheap. */
  readonly total?: boolean;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number | null;
  readonly page: number;
  readonly count: number;
  readonly next: string | null;
}

/** `version` is the state of the database in which it is asked. */
export type List = (
  definition: Definition,
  request: ListRequest,
  rights: Rights,
  version: Version,
) => Promise<Page<Raw>>;

/** Lists of every record. Statements are compiled once for each shape of a list, whatever its values. */
export function makeList(database: Database, catalogue: Catalogue, advice: Advice): List {
  const queries = new Queries(database);
  const expand = makeExpand(database, queries);
  const totals = makeTotals(database, queries);
  return async (definition, request, rights, version) => {
    const { page = 0, count = DEFAULT_PAGE_SIZE } = request;
    if (count > MAX_LIST_SIZE) throw badParameters({ count: `不能超过 ${MAX_LIST_SIZE}` });
    const bindings = new Bindings(database.engine);
    const scope: Scope = { catalogue, rights, bindings };
    const selection = readSelection(scope, definition, request);
    const sort = readSort(definition, request.sort ?? '', rights);
    const where = readNarrowing(scope, definition, request);
    const permitted = request.can ? readPermitted(scope, definition) : undefined;
    const behind = request.after === undefined ? undefined : readCursor(definition, sort, request.after);
    const stretches = behind ? stretchesBehind(definition, sort, behind, bindings) : [always];
    const skip = behind ? 0 : page * count;

    const few = await totals.few(definition, version);
    const fit = fitIndexes(catalogue, definition, where, sort);
    advice.give(fit.advice);
    const slow = few === null ? database.longReads : database.reads;
    const found = await pageRows(
      queries,
      fit.isQuick && skip <= FEW ? database.reads : slow,
      {
        definition,
        columns: [...new Set([...columnsOf(selection), ...sort.map(({ column }) => column)])],
        ...(permitted && { judged: judgedIn(permitted) }),
        sort,
        stretches: stretches.map((stretch) => allOf([where, stretch])),
      },
      { ...bindings.values, size: count + 1, skip },
    );

    const rows = found.slice(0, count);
    const last = found.length > count ? rows.at(-1) : undefined;
    const isEnd = !behind && !last && (page === 0 || found.length > 0);
    const known = isEnd ? skip + found.length : isAlways(where) ? few : null;
    const items = await expand(selection, rows, bindings.values);
    return {
      items: permitted
        ? items.map((item, place) => ({ ...item, can: permittedWith(permitted, rows[place] ?? {}) }))
        : items,
      total: known ?? (request.total ? await totals.all(slow, definition, where, bindings.values) : null),
      page,
      count,
      next: last ? writeCursor(sort, last) : null,
    };
  };
}
