import type { ImportStep } from './decision.ts';
import { wordsOf } from './layouts/view.ts';
import type { Source } from './source.ts';

const COMMON = new Set(['id', 'create_time', 'update_time', 'delete_time', 'is_deleted']);

/** Prints the tables and columns of the source that are not imported. */
export async function tellLeftovers(
  source: Source,
  steps: readonly ImportStep[],
  say: (line: string) => void,
): Promise<void> {
  for (const [table, columns] of source.tables) {
    const read = wordsRead(source, steps, table);
    if (read.size === 0) {
      const [counted] = await source.records(`select count(*) as count from \`${table}\``);
      say(`${table}  left behind, no such table is known here  [${counted?.count} records]`);
      continue;
    }
    const unread = [...columns].filter((column) => !read.has(column) && !COMMON.has(column));
    if (unread.length > 0) say(`${table}  left behind, no such column is known here  [${unread.join(', ')}]`);
  }
}

/** The columns that are read of a table, among other words; empty if the table is not read. */
function wordsRead({ views }: Source, steps: readonly ImportStep[], table: string): ReadonlySet<string> {
  const through = Object.values(views).map(wordsOf);
  const readers = steps.filter((step) => step.table === table && !(table in views));
  return new Set([
    ...readers.flatMap(({ select }) => select.map((column) => column.replace(/^t\./, ''))),
    ...through.filter((words) => words.has(table)).flatMap((words) => [...words]),
  ]);
}
