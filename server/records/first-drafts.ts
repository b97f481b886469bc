import type { Connection, Engine } from '../database/engine.ts';
import { literal } from '../database/values.ts';
import { type Catalogue, type Definition, nestedName, storedColumns } from '../definitions/for-server.ts';
import type { RecordStore } from './store/collection-store.ts';
import { deletion } from './write/removal/deletion.collection.ts';
import { revision } from './write/revision.collection.ts';

/**
 * Gives a draft to each record that is older than its collection's drafts. The draft holds the published values and has its history.
 * One transaction per collection.
 */
export async function createFirstDrafts({
  database: { engine },
  catalogue,
}: Pick<RecordStore, 'database' | 'catalogue'>): Promise<void> {
  for (const drafts of catalogue.drafts)
    await engine.alone((exclusive) =>
      exclusive.transaction(async (connection) => {
        const published = catalogue.get(drafts.draftOf ?? '');
        if (
          (await hasRecords(engine, connection, drafts)) ||
          !(await hasRecords(engine, connection, published))
        )
          return;
        for (const sql of statementsOf(engine, catalogue, published, drafts))
          await connection.run({ sql, parameters: [] });
      }),
    );
}

async function hasRecords(engine: Engine, connection: Connection, { name }: Definition): Promise<boolean> {
  const isDeleted = literal(engine.encode({ type: 'boolean' }, false));
  const sql = `select "id" from "${name}" where "is_deleted" = ${isDeleted} limit 1`;
  return (await connection.all({ sql, parameters: [] })).length > 0;
}

function statementsOf(
  engine: Engine,
  catalogue: Catalogue,
  published: Definition,
  drafts: Definition,
): string[] {
  const columns = Object.keys(storedColumns(published))
    .map((name) => `"${name}"`)
    .join(', ');
  const isDeleted = literal(engine.encode({ type: 'boolean' }, true));
  const publication = `case when "is_deleted" = ${isDeleted} then 'draft' else 'published' end`;
  const links = catalogue.referencesOf(drafts.name).flatMap(({ field, link }) => {
    const from = catalogue.referencesOf(published.name).find((one) => one.field === field)?.link;
    if (!link || !from) return [];
    const isThere = `exists (select 1 from "${link.name}" x where x."holder_id" = l."holder_id" and x."target_id" = l."target_id")`;
    return `insert into "${link.name}" ("holder_id", "target_id") select l."holder_id", l."target_id" from "${from.name}" l where not ${isThere}`;
  });
  const [index, indexFrom] = [nestedName(drafts.name), nestedName(published.name)];
  const indexed = Object.values(published.fields).some(({ nested }) => nested)
    ? [
        `insert into "${index}" ("holder_id", "path", "number", "text") select l."holder_id", l."path", l."number", l."text" from "${indexFrom}" l where not exists (select 1 from "${index}" x where x."holder_id" = l."holder_id")`,
      ]
    : [];
  const revisionColumns = Object.keys(revision.columns).filter(
    (name) => name !== 'id' && name !== 'collection',
  );
  const kept = revisionColumns.map((name) => `"${name}"`).join(', ');
  const [was, is] = [literal(published.name), literal(drafts.name)];
  return [
    `insert into "${drafts.name}" (${columns}, "publication", "published_time") select ${columns}, ${publication}, "update_time" from "${published.name}" p where not exists (select 1 from "${drafts.name}" d where d."id" = p."id")`,
    ...links,
    ...indexed,
    `insert into "${revision.name}" ("collection", ${kept}) select ${is}, ${kept} from "${revision.name}" where "collection" = ${was} order by "id"`,
    `update "${deletion.name}" set "collection" = ${is} where "collection" = ${was}`,
    `update "${deletion.name}" set "root_collection" = ${is} where "root_collection" = ${was}`,
    ...engine.continueIds(published.name, drafts.name),
  ];
}
