import { change, changeHead } from '../../records/changes/change.collection.ts';
import type { CopiedTable } from './copy-records.ts';

/**
 * Keeps the order of the feed of changes, and the cursors of its readers. Where transactions run one at a time, the ids of
 * changes are their places; elsewhere, places are a column of their own.
 */
export async function placesOfChanges(
  source: CopiedTable['source'],
  { engine, connection }: CopiedTable['target'],
): Promise<void> {
  if (source.engine.isSerial === engine.isSerial) return;
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  if (source.engine.isSerial) {
    await run(`update "${change.name}" set "position" = "id"`);
    const last = `coalesce((select max("id") from "${change.name}"), "erased")`;
    await run(`update "${changeHead.name}" set "last" = ${last}`);
  } else {
    // Ids are moved out of each other's way first.
    await run(`update "${change.name}" set "id" = -"id"`);
    await run(`update "${change.name}" set "id" = "position", "position" = null`);
    const [head] = await connection.all({ sql: `select "last" from "${changeHead.name}"`, parameters: [] });
    for (const sql of engine.nextId.set(change.name, BigInt(head?.last as bigint) + 1n)) await run(sql);
  }
}
