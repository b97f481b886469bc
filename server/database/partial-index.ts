import type { Index } from './engine.ts';

/** The SQL of an index, on engines with partial indexes. `how` stands before the index's name. */
export function partialIndex(
  { name, table, unique, visibleOnly }: Index,
  columns: readonly string[],
  how = '',
): string {
  const rows = visibleOnly ? ' where "is_deleted" = false' : '';
  return `create ${unique ? 'unique ' : ''}index ${how}"${name}" on "${table}" (${columns.join(', ')})${rows}`;
}
