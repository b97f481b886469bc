import { createHash } from 'node:crypto';
import { type Definition, keyIndexes } from '../../definitions/for-server.ts';
import type { Index } from '../engine.ts';

/** PostgreSQL truncates longer names and would not find the index again (its documentation, identifiers). */
const MAX_NAME = 63;

/** The indexes of a definition. */
export function wantedIndexes(definition: Definition): Index[] {
  const { name: table, audit, unique, indexes } = definition;
  return [
    ...unique.flatMap((group) => uniqueIndexes(definition, group)),
    ...[...indexes, ...keyIndexes(definition)].map((columns) => ({ columns, unique: false, nulls: [] })),
  ].map((index) => ({
    ...index,
    table,
    visibleOnly: audit === 'full' && !index.columns.includes('delete_time'),
    deletedOnly: audit === 'full' && index.columns.join() === 'delete_time', // it serves the trash
    name: indexName(table, index),
  }));
}

type Indexed = Pick<Index, 'columns' | 'unique' | 'nulls'>;

/** Engines count nulls as distinct. Where they are equal, rows with null have an index for each set of fields that are. */
function uniqueIndexes({ fields, nullsEqual }: Definition, group: readonly string[]): Indexed[] {
  const nullable = nullsEqual.has(group) ? group.filter((name) => fields[name]?.nullable) : [];
  const sets: string[][] = [[]];
  for (const name of nullable) sets.push(...sets.map((set) => [...set, name]));
  return sets.map((nulls) => ({
    columns: group.filter((name) => !nulls.includes(name)),
    unique: true,
    nulls,
  }));
}

function indexName(table: string, { columns, unique, nulls }: Indexed): string {
  // Unambiguous: no part contains a point, those of keys a hyphen, and none but the mark of nulls begins with a digit.
  const parts = [table, ...columns, ...(nulls.length > 0 ? ['0', ...nulls] : []), unique ? 'key' : 'index'];
  const name = parts.join('.');
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME - 17)}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/** Whether an index was created for a definition. Quire leaves all others alone. */
export function isOurs({ name }: Pick<Index, 'name'>): boolean {
  return /\.(key|index|[0-9a-f]{16})$/.test(name);
}
