import { type Kysely, sql } from 'kysely';
import type { Connection } from '../../database/engine.ts';
import type { Renaming } from '../../database/schema/steps/step.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { toJson } from '../../shared/exact-json.ts';
import { deletion } from '../write/removal/deletion.collection.ts';
import { revision } from '../write/revision.collection.ts';
import { revisionsAfter } from './revision-batches.ts';

const AT_ONCE = 500;

/** Updates the history of a renamed collection or field to the new name. Repeating it changes nothing. */
export async function renameInPast(
  query: Kysely<Tables>,
  connection: Connection,
  { collection, field, was }: Renaming,
): Promise<void> {
  if (field !== undefined) return renameInChanges(query, connection, { collection, field, was });
  const follow = (table: string, column: string) =>
    connection.run(
      query
        .updateTable(table)
        .set({ [column]: collection })
        .where(column, '=', was)
        .compile(),
    );
  await follow(revision.name, 'collection');
  await follow(deletion.name, 'collection');
  await follow(deletion.name, 'root_collection');
}

async function renameInChanges(
  query: Kysely<Tables>,
  connection: Connection,
  { collection, field, was }: { readonly collection: string; readonly field: string; readonly was: string },
): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const batch = await revisionsAfter(query, connection, { collection, after, limit: AT_ONCE });
    const changed = batch.flatMap(({ id, changes }) => {
      if (!Object.hasOwn(changes, was)) return [];
      const renamed = Object.entries(changes).map(([name, change]) => [name === was ? field : name, change]);
      return [{ id, changes: toJson(Object.fromEntries(renamed)) }];
    });
    if (changed.length > 0) await connection.run(rewrite(query, changed).compile());
    after = batch.at(-1)?.id;
  }
}

/** Many records with one statement: a history may be long. */
function rewrite(query: Kysely<Tables>, changed: readonly { id: bigint; changes: string }[]) {
  const cases = changed.map(({ id, changes }) => sql`when ${id} then ${changes}`);
  return query
    .updateTable(revision.name)
    .set({ changes: sql`case ${sql.ref('id')} ${sql.join(cases, sql` `)} end` })
    .where(
      'id',
      'in',
      changed.map(({ id }) => id),
    );
}
