import type { Index } from './engine.ts';

/** SQL of an index over these columns, for engines that can leave rows out of one. `how` are the engine's own words. */
export function partialIndex(
  { name, table, unique, visibleOnly }: Index,
  columns: readonly string[],
  how = '',
): string {
  const rows = visibleOnly ? ' where "is_deleted" = false' : '';
  return `create ${unique ? 'unique ' : ''}index ${how}"${name}" on "${table}" (${columns.join(', ')})${rows}`;
}
