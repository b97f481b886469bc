import { type Kysely, sql } from 'kysely';
import { job, PLAN_JOB } from '../../background/job.collection.ts';
import type { Connection } from '../../database/engine.ts';
import type { Renaming } from '../../database/schema/steps/step.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import type { Definition } from '../../definitions/for-server.ts';
import { toJson } from '../../shared/exact-json.ts';
import { HOOK_JOBS } from '../write/hooks/hook-jobs.ts';
import { revision } from '../write/revision.collection.ts';
import { revisionsAfter } from './revision-batches.ts';

const AT_ONCE = 500;

/** The kinds of jobs whose data names a collection: those that wait go on under its name of now. */
const NAMING_JOBS = [PLAN_JOB, ...HOOK_JOBS];

/** The fields of Quire's own tables that hold the name of a collection, and those that hold a list of names. */
const NAMES: ReadonlySet<string> = new Set(['collection', 'root_collection']);
const LISTS: ReadonlySet<string> = new Set(['collections']);

/** Updates the history of a renamed collection or field, and all that names the collection. Repeating it changes nothing. */
export async function renameInPast(
  query: Kysely<Tables>,
  connection: Connection,
  { collection, field, was }: Renaming,
  definitions: readonly Definition[],
): Promise<void> {
  if (field !== undefined) return renameInChanges(query, connection, { collection, field, was });
  for (const { name, fields } of definitions.filter((one) => one.name.startsWith('quire_')))
    for (const [column, { unique }] of Object.entries(fields)) {
      const update = query.updateTable(name);
      if (NAMES.has(column) && !unique)
        await connection.run(
          update
            .set({ [column]: collection })
            .where(column, '=', was)
            .compile(),
        );
      if (LISTS.has(column))
        await connection.run(
          update.set({ [column]: replaced(column, `"${was}"`, `"${collection}"`) }).compile(),
        );
    }
  const inJobs = replaced('data', `"collection":"${was}"`, `"collection":"${collection}"`);
  await connection.run(
    query.updateTable(job.name).set({ data: inJobs }).where('kind', 'in', NAMING_JOBS).compile(),
  );
}

function replaced(column: string, former: string, now: string) {
  return sql`replace(${sql.ref(column)}, ${former}, ${now})`;
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
