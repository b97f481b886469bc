import type { Raw } from '../../database/engine.ts';
import type { Field } from '../../definitions/field.ts';
import { AppError, badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import type { Bindings } from '../query/conditions/bindings.ts';
import { readComparison } from '../query/conditions/comparison.ts';
import { always, type Condition } from '../query/conditions/condition.ts';
import { type Cursor, onColumn } from '../query/cursor.ts';
import type { Sort } from '../query/sort.ts';

/** The place of a page in its list. At most one of these is given. */
export interface PagePosition {
  /** Behind the last record of another page, by its `next`; or before its first, by its `previous`. */
  readonly after?: string;
  readonly before?: string;
  /** With the record of this id in its middle. */
  readonly around?: bigint;
  /** From this value of the first sorted field on. */
  readonly from?: string;
}

/** The records of one page, and whether records precede and follow it. */
export interface Window {
  readonly records: readonly Raw[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** A sorted list that can be read in both directions. */
export interface SortedList {
  readonly sort: Sort;
  readonly bindings: Bindings;
  /** The field of a column in the order; undefined if pages cannot begin at its values. */
  readonly fieldOf: (column: string) => Field | undefined;
  /** The values of a position in this order or the reverse one. Throws naming the parameter. */
  readonly find: (direction: Direction, parameter: 'after' | 'before', text: string) => MaybePromise<Cursor>;
  /** The records that come after these values. */
  readonly beyond: (direction: Direction, values: Cursor) => readonly Condition[];
  /** The first records that meet one of these conditions, in the order of the list or in the reverse one. */
  readonly read: (
    direction: Direction,
    ranges: readonly Condition[],
    size: number,
    skip?: number,
  ) => MaybePromise<Raw[]>;
}

type Direction = 'onwards' | 'backwards';

const fromStart: readonly Condition[] = [always];

/** The parameters that name a place. */
export const PLACES = ['after', 'before', 'around', 'from'] as const;

/** Reads the records of a page, with few statements that an index of the order serves at any depth. */
export type ReadWindow = (count: number, skip: number) => MaybePromise<Window>;

/** Checks the place of a page and returns the function that reads its records. Throws, naming the parameter. */
export function readPlace(list: SortedList, place: PagePosition): MaybePromise<ReadWindow> {
  const [given, other] = PLACES.filter((name) => place[name] !== undefined);
  if (other !== undefined) throw badParameters({ [other]: message('notWith', { name: given ?? '' }) });
  if (place.around !== undefined) return readAround(list, place.around);
  if (place.from !== undefined) return readFrom(list, place.from);
  if (place.after !== undefined) return readAfter(list, place.after);
  if (place.before !== undefined) return readBefore(list, place.before);
  return (count, skip) =>
    whenKnown(list.read('onwards', fromStart, count + 1, skip), (found) => ({
      records: found.slice(0, count),
      hasPrevious: skip > 0,
      hasNext: found.length > count,
    }));
}

function readAfter({ read, find, beyond }: SortedList, after: string): MaybePromise<ReadWindow> {
  return whenKnown(find('onwards', 'after', after), (position): ReadWindow => {
    const ranges = beyond('onwards', position);
    return (count) =>
      whenKnown(read('onwards', ranges, count + 1), (found) => ({
        records: found.slice(0, count),
        hasPrevious: true,
        hasNext: found.length > count,
      }));
  });
}

function readBefore({ read, find, beyond }: SortedList, before: string): MaybePromise<ReadWindow> {
  return whenKnown(find('backwards', 'before', before), (position): ReadWindow => {
    const ranges = beyond('backwards', position);
    return (count) =>
      whenKnown(read('backwards', ranges, count + 1), (found) => ({
        records: found.slice(0, count).reverse(),
        hasPrevious: found.length > count,
        hasNext: true,
      }));
  });
}

function readAround(list: SortedList, id: bigint): ReadWindow {
  const { sort, bindings, read } = list;
  const { kind } = sort.find(({ column }) => column === 'id') ?? { kind: { type: 'bigint' } };
  const isRecord: Condition = { column: 'id', is: '=', slot: bindings.add(kind, id) };
  return async (count) => {
    const [record] = await read('onwards', [isRecord], 1);
    if (!record) throw new AppError('recordNotFound', { reason: message('recordNotInList') });
    const [before, after] = await Promise.all([
      read('backwards', behind(list, 'backwards', record), count),
      read('onwards', behind(list, 'onwards', record), count),
    ]);
    const others = count - 1;
    const wanted = Math.max(Math.floor(others / 2), others - after.length);
    const above = before.slice(0, wanted);
    const below = after.slice(0, others - above.length);
    return {
      records: [...above.reverse(), record, ...below],
      hasPrevious: before.length > above.length,
      hasNext: after.length > below.length,
    };
  };
}

/** Beyond the last value, it is the end of the list. */
function readFrom(list: SortedList, from: string): ReadWindow {
  const { read } = list;
  const ranges = rangesFrom(list, from);
  return async (count) => {
    const found = await read('onwards', ranges, count + 1);
    const [first] = found;
    if (first) {
      const before = await read('backwards', behind(list, 'backwards', first), 1);
      const records = found.slice(0, count);
      return { records, hasPrevious: before.length > 0, hasNext: found.length > count };
    }
    const last = await read('backwards', fromStart, count + 1);
    return { records: last.slice(0, count).reverse(), hasPrevious: last.length > count, hasNext: false };
  };
}

/** The ranges that begin with a value. Null sorts below every value, so a descending order ends with it. */
function rangesFrom({ sort, bindings, fieldOf }: SortedList, value: string): Condition[] {
  const [part] = sort;
  if (!part) return [always]; // no order is empty
  const { column, descending, nullable } = part;
  const field = fieldOf(column);
  if (!field) throw badParameters({ from: message('notWith', { name: 'sort' }) });
  const word = descending ? 'lte' : 'gte';
  const condition = onColumn(part, readComparison(bindings, { field, column, word, value, path: 'from' }));
  return descending && nullable ? [condition, onColumn(part, { column, isNull: true })] : [condition];
}

/** The records that come after a record in this order. */
function behind({ sort, beyond }: SortedList, direction: Direction, record: Raw): readonly Condition[] {
  return beyond(
    direction,
    sort.map(({ column }) => record[column]),
  );
}
