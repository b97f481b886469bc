import { type Catalogue, draftName, linkName } from '../../definitions/for-server.ts';
import type { Connection, Engine, Reader } from '../engine.ts';
import { literal } from '../values.ts';
import type { SchemaState } from './schema-state.ts';

const EXAMPLES = 3;

/** A collection that no longer has drafts, and the table that holds those that it had. */
interface Former {
  readonly name: string;
  readonly fields: readonly string[];
  readonly drafts: string;
}

/** The drafts of collections that no longer have any and that were never published: a start would lose them. */
export async function unpublishedDrafts(
  engine: Engine,
  reader: Reader,
  catalogue: Catalogue,
  state: SchemaState,
): Promise<string[]> {
  const conflicts: string[] = [];
  for (const { name, drafts } of formerDrafts(catalogue, state)) {
    const where = `${isLiving(engine)} and "publication" <> 'published'`;
    const unpublished = await count(reader, drafts, where);
    if (unpublished === 0) continue;
    const first = `select "id" from "${drafts}" where ${where} order by "id" limit ${EXAMPLES}`;
    const ids = (await reader.all({ sql: first, parameters: [] })).map(({ id }) => id).join(', ');
    conflicts.push(
      `${name} has no drafts any more, and ${unpublished} of its drafts ${unpublished === 1 ? 'holds' : 'hold'} what was never published${unpublished > EXAMPLES ? ', such as' : ':'} ${ids}. Publish, discard or delete them first, with 'drafts: true' in its definition`,
    );
  }
  return conflicts;
}

/**
 * Deletes the drafts of collections that no longer have any, all of which equal their published rows; they are made again if the
 * collection gets drafts again.
 */
export async function endFormerDrafts(
  engine: Engine,
  connection: Connection,
  catalogue: Catalogue,
  state: SchemaState,
): Promise<void> {
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  for (const { fields, drafts } of formerDrafts(catalogue, state)) {
    if ((await count(connection, drafts, isLiving(engine))) === 0) continue;
    for (const link of fields.map((field) => linkName(drafts, field)))
      if (state.tables.has(link))
        await run(
          `delete from "${link}" where "holder_id" in (select "id" from "${drafts}" where ${isLiving(engine)})`,
        );
    await run(`delete from "${drafts}" where ${isLiving(engine)}`);
  }
}

function formerDrafts({ served, all }: Catalogue, { tables }: SchemaState): Former[] {
  return served.flatMap(({ name, fields, hasDrafts }) => {
    const drafts = draftName(name);
    const isFormer =
      !hasDrafts && tables.get(drafts)?.has('publication') && !all.some((one) => one.name === drafts);
    return isFormer ? [{ name, fields: Object.keys(fields), drafts }] : [];
  });
}

function isLiving(engine: Engine): string {
  return `"is_deleted" = ${literal(engine.encode({ type: 'boolean' }, false))}`;
}

async function count(reader: Reader, table: string, where: string): Promise<number> {
  const sql = `select count(*) as "rows" from "${table}" where ${where}`;
  return Number((await reader.all({ sql, parameters: [] }))[0]?.rows);
}
