import type { Where } from '../../definitions/types/where.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Select } from '../query/select.ts';
import { readSort } from '../query/sort.ts';
import type { Row } from '../row.ts';
import { matchingRows } from '../rows/matching-rows.ts';
import { readFor, rightsOf, seenOf, sqlOf, type Target, wantedOf } from './target.ts';

/** The most rows that one call returns. */
export const MOST_ROWS = 1000;
/** How many rows `each` reads at a time. */
const EACH = 500;

/** Fields to sort by, as a project's code names them. */
export type Sorted = string | readonly string[];

export interface ListOptions {
  readonly sort?: Sorted;
  readonly limit?: number;
}

/** One row by its id. */
export async function findRow(target: Target, id: bigint): Promise<Row | undefined> {
  const { reads, definition, rights } = target;
  const row: Row | undefined = await reads.find(definition, id);
  if (!row || !rights) return row;
  const [visible] = await matchingRows(reads, definition, rights.rows(definition, 'read'), [row]);
  return visible && seenOf(target, visible);
}

/** The first row that meets a condition. */
export async function firstRow(
  target: Target,
  where: Where,
  options: Pick<ListOptions, 'sort'> = {},
): Promise<Row | undefined> {
  requireOptions('find', options, ['sort']);
  const { sort } = options;
  const [row] = await rowsOf(target, where, (select) => inOrder(target, select, sort).limit(1));
  return row;
}

/** The rows that meet a condition: the first of them, or all. Throws if all are too many to hold. */
export async function listRows(target: Target, where: Where, options: ListOptions = {}): Promise<Row[]> {
  requireOptions('where', options, ['sort', 'limit']);
  const { sort, limit } = options;
  requireSize('limit', limit);
  const most = limit ?? MOST_ROWS + 1;
  const rows = await rowsOf(target, where, (select) => inOrder(target, select, sort).limit(most));
  if (rows.length <= MOST_ROWS) return rows;
  throw new Error(`more than ${MOST_ROWS} rows of '${target.definition.name}': use each, page, count or sum`);
}

/** All rows, some at a time, in the order of their ids. */
export async function* eachRow(read: (after: bigint) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after = 0n; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < EACH) return;
    after = last.id;
  }
}

/** The next rows for `eachRow`. */
export function rowsAfter(target: Target, where: Where | undefined, after: bigint): Promise<Row[]> {
  return rowsOf(target, where, (select) =>
    (after > 0n ? select.where('id', '>', after) : select).orderBy('id').limit(EACH),
  );
}

/** Throws for an option that a call does not have. */
export function requireOptions(call: string, options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `${call} has no option '${unknown}'${suggestion(unknown, names)} (allowed: ${names.join(', ')})`,
    );
}

/** Throws for a number of rows that cannot be answered at once. */
export function requireSize(name: string, size: number | undefined): void {
  if (size === undefined || (Number.isInteger(size) && size >= 1 && size <= MOST_ROWS)) return;
  throw new Error(`${name} must be a whole number from 1 to ${MOST_ROWS}, not ${size}`);
}

/** `sort` in the form of a list's parameter. */
export function sortText(sort: Sorted = ''): string {
  return [sort].flat().join();
}

async function rowsOf(
  target: Target,
  where: Where | undefined,
  narrow: (select: Select) => Select,
): Promise<Row[]> {
  const condition = sqlOf(target, wantedOf(target, where));
  // The bounds of an order come first: see `inRange`.
  const rows: Row[] = await target.reads.where(target.definition, (select) =>
    narrow(select).where(condition),
  );
  return rows.map((row) => seenOf(target, row));
}

function inOrder(target: Target, select: Select, sort?: Sorted): Select {
  const { definition } = target;
  const order = readFor(target, () => readSort({ definition, rights: rightsOf(target) }, sortText(sort)));
  return order.reduce(
    (ordered, { column, descending }) => ordered.orderBy(column, descending ? 'desc' : 'asc'),
    select,
  );
}
