import type { Raw } from '../../../database/engine.ts';
import { type Definition, type HandOrder, MAX_POSITION } from '../../../definitions/for-server.ts';
import { type Select, selectColumns } from '../../query/select.ts';
import { type AnyRecord, isSame } from '../../record.ts';
import type { Reads } from '../../store/reads.ts';

/** Narrows a query to the list that a record belongs to. */
export function inListOf(reads: Reads, definition: Definition, { within }: HandOrder, record: Raw) {
  return (select: Select): Select => {
    if (within === undefined) return select;
    const value = listValue(reads, definition, within, record);
    return value === null ? select.where(within, 'is', null) : select.where(within, '=', value);
  };
}

/** The stored value that the records of a list share in the field that separates lists. */
export function listValue(reads: Reads, { columns }: Definition, within: string, record: Raw): unknown {
  const [value, column] = [record[within] ?? null, columns[within]];
  return value === null || !column ? null : reads.engine.encode(column, value);
}

/** The place in an order by hand that values name; undefined if they name none. */
export function placeIn({ order }: Definition, values: Raw): Raw | undefined {
  const place = order && values[order.field];
  return order && place !== undefined ? { [order.field]: place } : undefined;
}

/** Puts new records behind all others of their lists, in the order they have here. */
export async function fillPositions(
  reads: Reads,
  definition: Definition,
  order: HandOrder,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const lists = Map.groupBy(records, (record) => String(record[order.within ?? ''] ?? ''));
  for (const list of lists.values()) {
    const [first] = list;
    if (!first) continue;
    let last = await lastPosition(reads, definition, order, first);
    for (const record of list) {
      last = positionBetween(last, undefined);
      record[order.field] = last ?? null;
    }
  }
}

/** The position of a record that enters another list: after all others. */
export async function positionInList(
  reads: Reads,
  definition: Definition,
  before: AnyRecord,
  after: AnyRecord,
): Promise<Raw> {
  const { order } = definition;
  if (order?.within === undefined || isSame(before[order.within] ?? null, after[order.within] ?? null))
    return {};
  const last = await lastPosition(reads, definition, order, after);
  return { [order.field]: positionBetween(last, undefined) ?? null };
}

/** Takes a shared lock on the last record, so that nobody renumbers the list meanwhile. */
async function lastPosition(
  reads: Reads,
  definition: Definition,
  order: HandOrder,
  record: Raw,
): Promise<string | undefined> {
  const { field } = order;
  const select = inListOf(
    reads,
    definition,
    order,
    record,
  )(selectColumns(reads.query, definition.name, [field]));
  const last = select.where(field, 'is not', null).orderBy(field, 'desc').limit(1).forShare();
  const [found] = await reads.records<Record<string, string>>(last, { [field]: { type: 'text' } });
  return found?.[field];
}

// A position is a whole number of 15 digits and, where two neighbours leave no number between them, a fraction in digits of
// base 62. All of its characters are ASCII and no fraction ends in 0, so every engine sorts positions as they are meant.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const WHOLE = 15;
const LEAST = 100_000_000_000_000;
const GREATEST = 999_999_999_999_999;

/** Where an order begins that is numbered, and how far its records are apart. */
export const MIDDLE = 500_000_000_000_000;
export const STEP = 1_000_000;

/**
 * A position between two others, or before or after all if one is missing; undefined if there is no room. It is partly random:
 * two transactions that do not see each other hardly ever find the same one.
 */
export function positionBetween(low: string | undefined, high: string | undefined): string | undefined {
  if (low === undefined && high === undefined) return whole(MIDDLE + below(STEP));
  if (high === undefined) return whole(wholeOf(low ?? '') + STEP / 2 + below(STEP));
  if (low === undefined) return whole(wholeOf(high) - STEP / 2 - below(STEP));
  if (low >= high) return undefined;
  const [from, to] = [wholeOf(low), wholeOf(high)];
  const gap = to - from;
  if (gap >= 2) return whole(from + Math.max(1, Math.floor(gap / 4) + below(gap / 2)));
  const fraction = fractionBetween(low.slice(WHOLE), gap === 0 ? high.slice(WHOLE) : undefined);
  return fraction === undefined ? undefined : `${low.slice(0, WHOLE)}${fraction}`;
}

function whole(number: number): string | undefined {
  return number >= LEAST && number <= GREATEST ? String(number) : undefined;
}

function wholeOf(position: string): number {
  return Number(position.slice(0, WHOLE));
}

/** A fraction between two others; the greatest possible one if `high` is missing. Undefined if it would be too long. */
function fractionBetween(low: string, high: string | undefined): string | undefined {
  let bound = high;
  let fraction = '';
  while (fraction.length < MAX_POSITION - WHOLE) {
    const place = fraction.length;
    const from = digitAt(low, place);
    const to = bound === undefined ? DIGITS.length : digitAt(bound, place);
    if (to - from > 1) return `${fraction}${DIGITS[from + 1 + below(to - from - 1)]}`;
    fraction += DIGITS[from];
    if (to > from) bound = undefined;
  }
  return undefined;
}

function digitAt(fraction: string, place: number): number {
  return DIGITS.indexOf(fraction[place] ?? '0');
}

function below(count: number): number {
  return Math.floor(Math.random() * count);
}
