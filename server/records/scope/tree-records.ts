import type { Raw } from '../../database/engine.ts';
import { fromTheTop } from '../store/from-the-top.ts';
import { findRecord, type ListOptions, listRecords } from './scope-reads.ts';
import type { Target } from './target.ts';

/** The records above one, from the root down. */
export async function ancestorRecords(target: Target, id: bigint): Promise<Raw[]> {
  const tree = treeOf(target);
  const records = await listRecords(target, { [tree]: { above: id } });
  const record = records.length > 0 && (await findRecord(target, id));
  return record ? fromTheTop(records, tree, record) : [];
}

/** The whole branch below a record. */
export function descendantRecords(target: Target, id: bigint, options?: ListOptions): Promise<Raw[]> {
  return listRecords(target, { [treeOf(target)]: { below: id } }, options);
}

/** The children of a record, or the roots; in the order by hand of siblings if there is one. */
export function childRecords(target: Target, id: bigint | null, options: ListOptions = {}): Promise<Raw[]> {
  const tree = treeOf(target);
  const { order } = target.definition;
  const sort = order?.within === tree ? order.field : undefined;
  return listRecords(target, { [tree]: id }, { ...(sort !== undefined && { sort }), ...options });
}

function treeOf({ definition: { name, tree } }: Target): string {
  if (tree !== undefined) return tree;
  throw new Error(`collection '${name}' is no tree: none of its fields has 'tree: true'`);
}
