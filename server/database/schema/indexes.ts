import { createHash } from 'node:crypto';
import type { Definition } from '../../definitions/define-record.ts';
import type { Index } from '../engine.ts';

/** PostgreSQL truncates longer names and would not find the index again (its documentation, identifiers). */
const MAX_NAME = 63;

/** The indexes of a definition. */
export function wantedIndexes({ name: table, audit, unique, indexes }: Definition): Index[] {
  return [
    ...unique.map((columns) => ({ columns, unique: true })),
    ...indexes.map((columns) => ({ columns, unique: false })),
  ].map((index) => ({
    ...index,
    table,
    visibleOnly: audit === 'full' && !index.columns.includes('delete_time'), // that index serves the trash
    name: indexName(table, index.columns, index.unique),
  }));
}

function indexName(table: string, columns: readonly string[], unique: boolean): string {
  const name = [table, ...columns, unique ? 'key' : 'index'].join('.'); // unambiguous: no part contains a point
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME - 17)}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/** Whether an index was created for a definition. Quire leaves all others alone. */
export function isOurs({ name }: Pick<Index, 'name'>): boolean {
  return /\.(key|index|[0-9a-f]{16})$/.test(name);
}
