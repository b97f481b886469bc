import type { Where } from '../../definitions/types/where.ts';
import { suggestion } from '../../shared/text/words.ts';
import type { Select } from '../query/select.ts';
import { readSort } from '../query/sort.ts';
import type { AnyRecord } from '../record.ts';
import { matchingRecords } from '../store/reachable-records.ts';
import { readFor, rightsOf, seenOf, sqlOf, type Target, wantedOf } from './target.ts';

/** The most records that one call returns. */
export const MOST_RECORDS = 1000;
/** How many records `each` reads at a time. */
const EACH = 500;

/** Fields to sort by, as a project's code names them. */
export type Sorted = string | readonly string[];

export interface ListOptions {
  readonly sort?: Sorted;
  readonly limit?: number;
}

/** One record by its id. */
export async function findRecord(target: Target, id: bigint): Promise<AnyRecord | undefined> {
  const { reads, definition, rights } = target;
  const record: AnyRecord | undefined = await reads.find(definition, id);
  if (!record || !rights) return record;
  const [visible] = await matchingRecords(reads, definition, rights.records(definition, 'read'), [record]);
  return visible && seenOf(target, visible);
}

/** The first record that meets a condition. */
export async function firstRecord(
  target: Target,
  where: Where,
  options: Pick<ListOptions, 'sort'> = {},
): Promise<AnyRecord | undefined> {
  requireOptions('find', options, ['sort']);
  const { sort } = options;
  const [record] = await recordsOf(target, where, (select) => inOrder(target, select, sort).limit(1));
  return record;
}

/** The records that meet a condition: the first of them, or all. Throws if all are too many to hold. */
export async function listRecords(
  target: Target,
  where: Where,
  options: ListOptions = {},
): Promise<AnyRecord[]> {
  requireOptions('where', options, ['sort', 'limit']);
  const { sort, limit } = options;
  requireSize('limit', limit);
  const most = limit ?? MOST_RECORDS + 1;
  const records = await recordsOf(target, where, (select) => inOrder(target, select, sort).limit(most));
  if (records.length <= MOST_RECORDS) return records;
  throw new Error(
    `more than ${MOST_RECORDS} records of '${target.definition.name}': use each, page, count or sum`,
  );
}

/** All records, some at a time, in the order of their ids. */
export async function* eachRecord(
  read: (after: bigint | undefined) => Promise<AnyRecord[]>,
): AsyncGenerator<AnyRecord> {
  for (let after: bigint | undefined; ; ) {
    const records = await read(after);
    yield* records;
    const last = records.at(-1);
    if (!last || records.length < EACH) return;
    after = last.id;
  }
}

/** The next records for `eachRecord`. */
export function recordsAfter(
  target: Target,
  where: Where | undefined,
  after: bigint | undefined,
): Promise<AnyRecord[]> {
  return recordsOf(target, where, (select) =>
    (after === undefined ? select : select.where('id', '>', after)).orderBy('id').limit(EACH),
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

/** Throws for a number of records that cannot be answered at once. */
export function requireSize(name: string, size: number | undefined): void {
  if (size === undefined || (Number.isInteger(size) && size >= 1 && size <= MOST_RECORDS)) return;
  throw new Error(`${name} must be a whole number from 1 to ${MOST_RECORDS}, not ${size}`);
}

/** `sort` in the form of a list's parameter. */
export function sortText(sort: Sorted = ''): string {
  return [sort].flat().join();
}

async function recordsOf(
  target: Target,
  where: Where | undefined,
  narrow: (select: Select) => Select,
): Promise<AnyRecord[]> {
  const condition = sqlOf(target, wantedOf(target, where));
  // The bounds of an order come first: see `inRange`.
  const records: AnyRecord[] = await target.reads.where(target.definition, (select) =>
    narrow(select).where(condition),
  );
  return records.map((record) => seenOf(target, record));
}

function inOrder(target: Target, select: Select, sort?: Sorted): Select {
  const { definition } = target;
  const order = readFor(target, () => readSort({ definition, rights: rightsOf(target) }, sortText(sort)));
  return order.reduce(
    (ordered, { column, descending }) => ordered.orderBy(column, descending ? 'desc' : 'asc'),
    select,
  );
}
