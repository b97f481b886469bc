import type { Exclusive } from '../../database/engine.ts';
import { STAMPS, type StampedTable } from '../../database/stamps.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { grant } from '../accounts/grant.collection.ts';
import { permission } from '../accounts/permission.collection.ts';

/** What the rights of a group are read from, beside the group. */
const STAMPED: readonly StampedTable[] = [{ table: grant.name, by: 'group_id' }, { table: permission.name }];

/**
 * Lets the database stamp what rights are read from. Where it may not, rights are read with each request, and the notice that is
 * returned says so.
 */
export async function keepStamps({ database: { engine } }: RecordStore): Promise<string[]> {
  const { stamps } = engine;
  const wanted = STAMPED.flatMap(stamps.triggersOf);
  return engine.alone(async (exclusive) => {
    for (const sql of stamps.create) await exclusive.command(sql);
    const present = await exclusive.transaction(async (connection) =>
      connection.all({ sql: stamps.present, parameters: [] }),
    );
    const names = new Set(present.map(({ name }) => String(name)));
    const missing = wanted.filter(({ name }) => !names.has(name));
    if (missing.length > 0) {
      await exclusive.command(`delete from "${STAMPS}"`);
      const refusal = await tryEach(
        exclusive,
        missing.flatMap(({ sql }) => sql),
      );
      if (refusal !== undefined)
        return [
          `The database does not let Quire create triggers, so the grants of all groups of a user are read with each request: ${refusal}`,
        ];
    }
    if (missing.length > 0 || !(await isStamped(exclusive)))
      await exclusive.command(stamps.put(permission.name, '0'));
    return [];
  });
}

/** Without this stamp, nobody relies on any. */
async function isStamped(exclusive: Exclusive): Promise<boolean> {
  const sql = `select 1 as found from "${STAMPS}" where name = '${permission.name}' and id = 0`;
  const found = await exclusive.transaction(async (connection) => connection.all({ sql, parameters: [] }));
  return found.length > 0;
}

/** Runs statements in turn. Returns what the database says where it refuses one. */
async function tryEach(exclusive: Exclusive, statements: readonly string[]): Promise<string | undefined> {
  try {
    for (const sql of statements) await exclusive.command(sql);
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
