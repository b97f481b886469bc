import type { DatabaseSync } from 'node:sqlite';
import { prepare } from './prepare.ts';

/**
 * Rolls work back, but not the ids that it took: no later row gets them. Database servers do the same, so rows get the same
 * ids on every engine.
 */
export function undoKeepingIds(database: DatabaseSync, undo: () => void): void {
  const taken = lastIds(database);
  undo();
  const left = lastIds(database);
  for (const [table, id] of taken) {
    if (left.get(table) === id || !has(database, table)) continue;
    const change = left.has(table)
      ? 'update sqlite_sequence set seq = :id where name = :table'
      : 'insert into sqlite_sequence (name, seq) values (:table, :id)';
    prepare(database, change).run({ id, table });
  }
}

/** The highest id that each table has assigned. */
function lastIds(database: DatabaseSync): Map<string, bigint> {
  if (!has(database, 'sqlite_sequence')) return new Map(); // made with the first table of ids
  const statement = prepare(database, 'select name, seq from sqlite_sequence');
  return new Map(statement.all().map(({ name, seq }) => [name as string, seq as bigint]));
}

function has(database: DatabaseSync, table: string): boolean {
  return database.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined;
}
