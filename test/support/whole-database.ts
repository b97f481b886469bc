import { sql } from 'kysely';
import { builtInCollections } from '../../server/built-in-collections.ts';
import type { Records } from '../../server/records/records.ts';

/** Every row of every collection, deleted or not, as text. */
export async function everythingIn({ catalogue, database }: Records): Promise<string[]> {
  const names = new Set([...builtInCollections, ...catalogue.served].map(({ name }) => name));
  const rows: string[] = [];
  for (const name of names) {
    const all = database.query
      .withoutPlugins()
      .selectFrom(name)
      .select(sql.raw('*') as never);
    for (const row of await database.engine.reads.all(all.compile()))
      rows.push(
        `${name}: ${JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
      );
  }
  return rows;
}
