import type { Kysely } from 'kysely';
import type { Connection } from '../database/engine.ts';
import type { Renaming } from '../database/schema/step.ts';
import type { Tables } from '../database/tables.ts';
import { fromJson, toJson } from '../json.ts';
import { deletion } from './deletion.record.ts';
import { revision } from './revision.record.ts';

const AT_ONCE = 200;

/** Lets the past of a renamed record or field tell its new name. Doing it again changes nothing. */
export async function renameInPast(
  query: Kysely<Tables>,
  connection: Connection,
  { record, field, was }: Renaming,
): Promise<void> {
  if (field !== undefined) return renameInChanges(query, connection, record, field, was);
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
  record: string,
  field: string,
  was: string,
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
    for (const { id, changes } of rows) {
      const told = fromJson(changes as string) as Readonly<Record<string, unknown>>;
      if (!Object.hasOwn(told, was)) continue;
      const renamed = Object.entries(told).map(([name, change]) => [name === was ? field : name, change]);
      const update = query.updateTable(revision.name).set({ changes: toJson(Object.fromEntries(renamed)) });
      await connection.run(update.where('id', '=', id as bigint).compile());
    }
    after = BigInt(rows.at(-1)?.id as bigint);
  }
}
