import { sql } from 'kysely';
import { DEFAULT_PAGE_SIZE, MAX_LIST_SIZE } from '../../contract/limits.ts';
import type { Database } from '../database/database.ts';
import type { Raw, Reader } from '../database/engine.ts';
import { prepare, type Statement } from '../database/statement.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { readSort, type Sort } from './sort.ts';

/** What a client asks of a list. Pages count from 0; `after` takes a previous answer's `next` and is quick at any depth. */
export interface ListRequest {
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

/** So many rows are quickly counted, sorted or passed over. Counting stops here unless the client insists. */
const CHEAP_COUNT = 1000;
/** How many shapes of one list stay compiled. */
const MAX_SHAPES = 100;

export type List = (request: ListRequest, ownerId: bigint | undefined) => Promise<Page<Raw>>;

/** The list of a definition, its statements compiled once for each shape that is asked for. `ownerId` keeps it to the rows that this user made. */
export function makeList(database: Database, definition: Definition, read: (raw: Raw) => Raw): List {
  const statements = new Map<string, (values: Raw) => Statement>();
  const count = makeCount(database, definition);
  const countTable = onceAVersion(database, () => count(database.reads, undefined, CHEAP_COUNT));
  return async (request, ownerId) => {
    const { page = 0, count: size = DEFAULT_PAGE_SIZE } = request;
    const sort = readSort(definition, request.sort);
    const after = request.after === undefined ? undefined : readCursor(definition, sort, request.after);
    if (size > MAX_LIST_SIZE) throw badParameters({ count: `不能超过 ${MAX_LIST_SIZE}` });
    const order = sort.map(({ column, descending }) => `${descending ? '-' : ''}${column}`).join();
    const key = `${order}|${after !== undefined}|${ownerId !== undefined}`;
    const statement =
      statements.get(key) ?? compile(database, definition, sort, after !== undefined, ownerId !== undefined);
    if (statements.size >= MAX_SHAPES) statements.clear();
    statements.set(key, statement);
    const skip = after ? 0 : page * size;
    const tableTotal = await countTable();
    const counting = tableTotal === null ? database.longReads : database.reads;
    const isQuick = ownerId === undefined && skip <= CHEAP_COUNT && isIndexed(definition, sort);
    const reader = isQuick ? database.reads : counting;
    const values = {
      ...(after && encodeCursor(database, definition, after)),
      owner: ownerId,
      size: size + 1,
      skip,
    };
    const rows = (await reader.all(statement(values))).map(read);
    const items = rows.slice(0, size);
    const last = rows.length > size ? items.at(-1) : undefined;
    const isCounted = ownerId === undefined && (tableTotal !== null || !request.total);
    return {
      items,
      total: isCounted ? tableTotal : await count(counting, ownerId, request.total ? undefined : CHEAP_COUNT),
      page,
      count: size,
      next: last ? writeCursor(sort, last) : null,
    };
  };
}

/** Whether the rows lie in this order already: by id, or in an index over one column. */
function isIndexed({ unique, indexes }: Definition, [first, second]: Sort): boolean {
  if (first?.column === 'id') return true;
  const isInStep = second?.column === 'id' && second.descending === first?.descending;
  return isInStep && [...unique, ...indexes].some((columns) => columns.join() === first?.column);
}

function compile(
  { query }: Database,
  definition: Definition,
  sort: Sort,
  hasAfter: boolean,
  hasOwner: boolean,
) {
  return prepare<string>((slot) => {
    let select = query.selectFrom(definition.name).select(Object.keys(definition.columns));
    if (hasOwner) select = select.where('create_user_id', '=', slot('owner'));
    if (hasAfter) {
      select = select.where((e) => {
        const beyond = sort.map(({ column, descending }, index) =>
          e.and([
            ...sort.slice(0, index).map((earlier) => e(earlier.column, '=', slot(`after_${earlier.column}`))),
            e(column, descending ? '<' : '>', slot(`after_${column}`)),
          ]),
        );
        return e.or(beyond);
      });
    }
    for (const { column, descending } of sort) select = select.orderBy(column, descending ? 'desc' : 'asc');
    return select.limit(slot('size') as number).offset(slot('skip') as number);
  });
}

function encodeCursor({ engine }: Database, { columns }: Definition, after: Cursor): Raw {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const column = columns[name.slice('after_'.length)];
      return [name, column ? engine.encode(column, value) : value];
    }),
  );
}

/** Counts the rows, those that one user made where an owner is named; null where there are more than `most`. */
function makeCount({ query }: Database, definition: Definition) {
  return async (reader: Reader, ownerId?: bigint, most?: number): Promise<number | null> => {
    let rows = query.selectFrom(definition.name).select(sql<number>`1`.as('one'));
    if (ownerId !== undefined) rows = rows.where('create_user_id', '=', ownerId);
    if (most !== undefined) rows = rows.limit(most + 1);
    const counted = query.selectFrom(rows.as('rows')).select((q) => q.fn.countAll().as('total'));
    const [row] = await reader.all(counted.compile());
    const total = Number(row?.total ?? 0);
    return most !== undefined && total > most ? null : total;
  };
}

/** Reads once for each state of the database, where the engine tells them apart. */
function onceAVersion<T>({ engine }: Database, read: () => Promise<T>): () => Promise<T> {
  let known: { version: number; value: T } | undefined;
  return async () => {
    const version = engine.version?.();
    if (known && known.version === version) return known.value;
    const value = await read();
    if (version !== undefined) known = { version, value };
    return value;
  };
}
