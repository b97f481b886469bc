import { type Kysely, sql } from 'kysely';
import type { Connection } from '../../database/engine.ts';
import type { Renaming } from '../../database/schema/steps/step.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { fromJson, toJson } from '../../shared/json.ts';
import { deletion } from '../write/removal/deletion.record.ts';
import { revision } from '../write/revision.record.ts';

const AT_ONCE = 500;

/** Updates the history of a renamed record or field to the new name. Repeating it changes nothing. */
export async function renameInPast(
  query: Kysely<Tables>,
  connection: Connection,
  { record, field, was }: Renaming,
): Promise<void> {
  if (field !== undefined) return renameInChanges(query, connection, { record, field, was });
  const follow = (table: string, column: string) =>
    connection.run(
      query
        .updateTable(table)
        .set({ [column]: record })
        .where(column, '=', was)
        .compile(),
    );
  await follow(revision.name, 'record');
  await follow(deletion.name, 'record');
  await follow(deletion.name, 'root_record');
}

async function renameInChanges(
  query: Kysely<Tables>,
  connection: Connection,
  { record, field, was }: { readonly record: string; readonly field: string; readonly was: string },
): Promise<void> {
  for (let after = 0n; ; ) {
    const some = query
      .selectFrom(revision.name)
      .select(['id', 'changes'])
      .where('record', '=', record)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE);
    const rows = await connection.all(some.compile());
    if (rows.length === 0) return;
    const changed = rows.flatMap(({ id, changes }) => {
      const values = Object.entries(fromJson(changes as string) as Readonly<Record<string, unknown>>);
      if (!values.some(([name]) => name === was)) return [];
      const renamed = values.map(([name, change]) => [name === was ? field : name, change]);
      return [{ id: BigInt(id as bigint), changes: toJson(Object.fromEntries(renamed)) }];
    });
    if (changed.length > 0) await connection.run(rewrite(query, changed).compile());
    after = BigInt(rows.at(-1)?.id as bigint);
  }
}

/** Many rows with one statement: a history may be long. */
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
