import type { Raw } from '../../../database/engine.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { HandOrder } from '../../../definitions/options/hand-order.ts';
import { type Select, selectColumns } from '../../query/select.ts';
import { type AnyRecord, isSame } from '../../record.ts';
import type { Reads } from '../../store/reads.ts';
import { positionBetween } from './position-key.ts';

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

/** Puts new records behind all others of their lists, in the order they have here. */
export async function fillPositions(
  reads: Reads,
  definition: Definition,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const { order } = definition;
  if (!order) return;
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
