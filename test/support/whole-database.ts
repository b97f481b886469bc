import { sql } from 'kysely';
import { builtInCollections } from '../../server/built-in-collections.ts';
import type { RecordStore } from '../../server/records/record-store.ts';

/** Every record of every collection, deleted or not, as text. */
export async function everythingIn({ catalogue, database }: RecordStore): Promise<string[]> {
  const names = new Set([...builtInCollections, ...catalogue.served].map(({ name }) => name));
  const records: string[] = [];
  for (const name of names) {
    const all = database.query
      .withoutPlugins()
      .selectFrom(name)
      .select(sql.raw('*') as never);
    for (const record of await database.engine.reads.all(all.compile()))
      records.push(
        `${name}: ${JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
      );
  }
  return records;
}
