import type { Raw } from '../../database/engine.ts';
import type { Where } from '../../definitions/types/where.ts';
import { type Group, partsOf, toGroup } from '../lists/measure-parts.ts';
import { shapeOf } from '../lists/page-query.ts';
import { readMeasures } from '../query/measures.ts';
import { readOrder } from '../query/sort.ts';
import { MOST_RECORDS, requireOptions } from './scope-reads.ts';
import { readFor, rightsOf, sqlOf, type Target, wantedOf } from './target.ts';

export interface GroupOptions {
  readonly where?: Where;
  readonly sum?: readonly string[];
  readonly min?: readonly string[];
  readonly max?: readonly string[];
}

/** How many records meet a condition. */
export function countRecords(target: Target, where?: Where): Promise<number> {
  const condition = sqlOf(target, wantedOf(target, where));
  return target.reads.count(target.definition, (select) => select.where(condition));
}

/** Whether any record meets a condition. */
export async function hasRecords(target: Target, where?: Where): Promise<boolean> {
  const { reads, definition } = target;
  const condition = sqlOf(target, wantedOf(target, where));
  const query = reads.query.selectFrom(definition.name).select('id').where(condition).limit(1);
  return (await reads.records(query, { id: { type: 'bigint' } })).length > 0;
}

/** One measure of a field over all records that meet a condition. */
export async function measureOf(
  target: Target,
  measure: 'sum' | 'min' | 'max',
  field: string,
  where?: Where,
): Promise<unknown> {
  const [all] = await groupRecords(target, [], { ...(where && { where }), [measure]: [field] });
  return all?.[measure][field];
}

/** A group with every measure. */
interface WholeGroup extends Group {
  readonly count: number;
  readonly sum: Readonly<Record<string, unknown>>;
  readonly min: Readonly<Record<string, unknown>>;
  readonly max: Readonly<Record<string, unknown>>;
}

/**
 * Groups the records that meet a condition, in the order of the grouped fields; without fields, into one group. Throws if there
 * are too many groups.
 */
export async function groupRecords(
  target: Target,
  by: readonly string[],
  options: GroupOptions = {},
): Promise<WholeGroup[]> {
  requireOptions('group', options, ['where', 'sum', 'min', 'max']);
  const { where, sum = [], min = [], max = [] } = options;
  const { reads, definition } = target;
  const named = Object.entries({ sum, min, max }).flatMap(([measure, fields]) =>
    fields.map((field) => `${measure}.${field}`),
  );
  const { measures, order } = readFor(target, () => ({
    measures: readMeasures(definition, ['count', ...named].join(), rightsOf(target)),
    order: readOrder({ definition, rights: rightsOf(target) }, by.join(), 'group'),
  }));
  const names = order.map(({ column }) => column);
  const parts = partsOf(measures, reads.engine);
  const selected = reads.query
    .selectFrom(definition.name)
    .select((e) => [...names, ...[...parts].map(([key, { of }]) => of(e).as(key))])
    .where(sqlOf(target, wantedOf(target, where)));
  const grouped = names.length > 0 ? selected.groupBy(names) : selected;
  const ordered = order.reduce(
    (query, { column, descending }) => query.orderBy(column, descending ? 'desc' : 'asc'),
    grouped,
  );
  const shape = {
    ...shapeOf(definition, names),
    ...Object.fromEntries([...parts].map(([key, { column }]) => [key, column])),
  };
  const records = await reads.records<Record<string, unknown>>(ordered.limit(MOST_RECORDS + 1), shape);
  if (records.length > MOST_RECORDS)
    throw new Error(
      `more than ${MOST_RECORDS} groups of '${definition.name}' by ${names.join()}: narrow them`,
    );
  const none = { sum: {}, min: {}, max: {}, count: 0 };
  const sharedOf = (record: Raw) => Object.fromEntries(names.map((name) => [name, record[name]]));
  return records.map((record) => ({ ...none, ...toGroup(record, sharedOf(record), measures, reads.engine) }));
}
