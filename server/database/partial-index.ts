import type { Index } from './engine.ts';

/** SQL of an index over these columns, for engines that can leave rows out of one. */
export function partialIndex(
  { name, table, unique, visibleOnly }: Index,
  columns: readonly string[],
): string {
  const rows = visibleOnly ? ' where "is_deleted" = false' : '';
  return `create ${unique ? 'unique ' : ''}index "${name}" on "${table}" (${columns.join(', ')})${rows}`;
}
