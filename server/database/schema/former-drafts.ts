import type { Catalogue } from '../../definitions/catalogue.ts';
import { draftName } from '../../definitions/derived/draft-fields.ts';
import { linkName } from '../../definitions/derived/link-record.ts';
import type { Connection, Engine } from '../engine.ts';
import { literal } from '../values.ts';
import type { SchemaState } from './schema-state.ts';

/**
 * Deals with the drafts of records that no longer have drafts. Deletes those that equal their published rows; they are made
 * again if the record gets drafts again. Returns the obstacles: drafts with unpublished content.
 */
export async function endFormerDrafts(
  engine: Engine,
  connection: Connection,
  { served, all }: Catalogue,
  { tables }: SchemaState,
): Promise<string[]> {
  const isLiving = `"is_deleted" = ${literal(engine.encode({ type: 'boolean' }, false))}`;
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  const count = async (table: string, where: string) => {
    const sql = `select count(*) as "rows" from "${table}" where ${where}`;
    return Number((await connection.all({ sql, parameters: [] }))[0]?.rows);
  };
  const conflicts: string[] = [];
  for (const { name, fields, hasDrafts } of served) {
    const drafts = draftName(name);
    const isFormer =
      !hasDrafts && tables.get(drafts)?.has('publication') && !all.some((one) => one.name === drafts);
    if (!isFormer) continue;
    const unpublished = await count(drafts, `${isLiving} and "publication" <> 'published'`);
    if (unpublished > 0)
      conflicts.push(
        `${name} has no drafts any more, and ${unpublished} of its drafts hold what was never published: publish, discard or delete them first, with 'drafts: true' in its definition`,
      );
    if (unpublished > 0 || (await count(drafts, isLiving)) === 0) continue;
    for (const link of Object.keys(fields).map((field) => linkName(drafts, field)))
      if (tables.has(link))
        await run(
          `delete from "${link}" where "holder_id" in (select "id" from "${drafts}" where ${isLiving})`,
        );
    await run(`delete from "${drafts}" where ${isLiving}`);
  }
  return conflicts;
}
