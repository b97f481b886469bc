import type { Index } from './engine.ts';

/** The SQL of an index, on engines with partial indexes. `how` stands before the index's name. */
export function partialIndex(
  { name, table, unique, visibleOnly, deletedOnly, nulls }: Index,
  columns: readonly string[],
  how = '',
): string {
  const areNull = nulls.map((column) => `"${column}" is null`);
  const living = visibleOnly ? ['"is_deleted" = false'] : [];
  const deleted = deletedOnly ? ['"delete_time" is not null'] : []; // follows from a range of times, so planners see it
  const rows = [...living, ...deleted, ...areNull].join(' and ');
  // An index needs a column; all rows of this one hold the same.
  const indexed = columns.length > 0 ? columns : areNull.slice(0, 1).map((isNull) => `(${isNull})`);
  const create = `create ${unique ? 'unique ' : ''}index ${how}"${name}" on "${table}" (${indexed.join(', ')})`;
  return rows === '' ? create : `${create} where ${rows}`;
}
