import type { Raw } from '../../database/engine.ts';
import { fromTheTop } from '../rows/from-the-top.ts';
import { findRow, type ListOptions, listRows } from './scope-reads.ts';
import type { Target } from './target.ts';

/** The rows above one, from the root down. */
export async function ancestorRows(target: Target, id: bigint): Promise<Raw[]> {
  const tree = treeOf(target);
  const rows = await listRows(target, { [tree]: { above: id } });
  const row = rows.length > 0 && (await findRow(target, id));
  return row ? fromTheTop(rows, tree, row) : [];
}

/** The whole branch below a row. */
export function descendantRows(target: Target, id: bigint, options?: ListOptions): Promise<Raw[]> {
  return listRows(target, { [treeOf(target)]: { below: id } }, options);
}

/** The children of a row, or the roots; in the order by hand of siblings if there is one. */
export function childRows(target: Target, id: bigint | null, options: ListOptions = {}): Promise<Raw[]> {
  const tree = treeOf(target);
  const { order } = target.definition;
  const sort = order?.within === tree ? order.field : undefined;
  return listRows(target, { [tree]: id }, { ...(sort !== undefined && { sort }), ...options });
}

function treeOf({ definition: { name, tree } }: Target): string {
  if (tree !== undefined) return tree;
  throw new Error(`collection '${name}' is no tree: none of its fields has 'tree: true'`);
}
