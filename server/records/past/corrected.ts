import type { Kysely } from 'kysely';
import type { Connection, Engine } from '../../database/engine.ts';
import type { ReadCorrection } from '../../database/schema/corrections.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { CannotStart } from '../../errors.ts';
import { toJson } from '../../shared/exact-json.ts';
import { system } from '../store/write-context.ts';
import { revision } from '../write/revision.collection.ts';

/**
 * Writes a value that an operator corrected before a migration, living record or deleted, with a revision that says so. The table
 * may not match its definition yet, so nothing but this column is read or written.
 */
export async function correctRecord(
  engine: Engine,
  query: Kysely<Tables>,
  connection: Connection,
  { definition, table, id, column, type, value }: ReadCorrection,
): Promise<void> {
  const stamped = definition.keepsHistory ? ', "update_time" as "time"' : '';
  const sql = `select "${column}" as "value"${stamped} from "${table}" where "id" = ${id}`;
  const [before] = await connection.all({ sql, parameters: [] });
  if (!before) throw new CannotStart(`${table} has no record ${id}`);
  const former = Number(before.time ?? 0);
  const time = Math.max(Date.now(), former + 1);
  const set = {
    [column]: value === null ? null : engine.encode(type, value),
    ...(definition.keepsHistory && { update_time: time, update_user_id: system.id }),
  };
  const update = query.updateTable(table).set(set).where('id', '=', id);
  await connection.run(update.compile());
  if (!definition.keepsHistory) return;
  const held = before.value === null ? null : engine.decode(type, before.value);
  const isSecret = definition.fields[column]?.secret;
  const added = {
    collection: table,
    record_id: id,
    action: 'update',
    user_id: system.id,
    time,
    previous_time: former,
    request_id: 'migrate',
    changes: toJson({ [column]: isSecret ? [null, null] : [held, value] }),
  };
  await connection.run(query.insertInto(revision.name).values(added).compile());
}
