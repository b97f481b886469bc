import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type OwnType, ownTypesOf } from '../database/own-types.ts';
import { dialectOf } from '../database/query-sources.ts';
import { type Definition, inFile } from '../definitions/for-server.ts';
import { AppError, CannotStart } from '../errors.ts';
import { withoutMistakes } from '../shared/mistakes.ts';
import type { RecordStore } from './record-store.ts';
import { adoptedRows } from './store/adopted-rows.ts';

/** Throws CannotStart if the database cannot run the select of a query, or the select does not answer the fields. */
export async function requireQueries(store: RecordStore): Promise<void> {
  await withoutMistakes(async (mistakes) => {
    for (const definition of store.catalogue.queries)
      await mistakes.attempt(async () => {
        await requireReadable(store.database, definition);
        await requireWritable(store, definition);
      });
  });
}

/** What the database says of each query that it can no longer run, or whose table it can no longer write. */
export async function changedTables(store: RecordStore): Promise<AppError[]> {
  const changed: AppError[] = [];
  for (const definition of store.catalogue.queries) {
    try {
      await probeSelect(store.database, definition);
      await probeTable(store.database, definition);
    } catch (cause) {
      if (!(cause instanceof AppError && cause.key === 'tableChanged')) throw cause;
      changed.push(cause);
    }
  }
  return changed;
}

async function probeTable({ reads, engine }: Database, definition: Definition): Promise<void> {
  if (definition.writes) await reads.all(adoptedRows(engine, definition, definition.writes).probe);
}

/** Throws CannotStart if the table that a query writes lacks a column, or is one of the server's, which have rules of their own. */
async function requireWritable({ database, catalogue }: RecordStore, definition: Definition) {
  const { writes } = definition;
  if (!writes) return;
  const table = writes.table.at(-1) ?? '';
  const of = `collection '${definition.name}'${inFile(definition)}: 'writes'`;
  if (/^quire_/i.test(table) || catalogue.all.some(({ name }) => name === table.toLowerCase()))
    throw new CannotStart(`${of} names '${table}', whose records the server keeps itself`);
  try {
    await probeTable(database, definition);
  } catch (cause) {
    if (cause instanceof AppError && cause.key === 'unavailable') throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStart(`${of} cannot be read: ${why}`, { cause });
  }
}

/** Notices of queries whose ids do not tell records apart. That depends on what is stored, so it stops no start. */
export async function queryNotices({ database, catalogue }: RecordStore): Promise<string[]> {
  const notices: string[] = [];
  for (const definition of catalogue.queries) {
    const of = `Query '${definition.name}'${inFile(definition)}`;
    const isDistinct = await hasDistinctIds(database, definition);
    if (isDistinct === undefined)
      notices.push(`${of}: it could not be checked in time that its ids tell records apart.`);
    if (isDistinct === false)
      notices.push(
        `${of}: several of its records have the same id, or none, so pages may skip some, and reads by id answer any of them.`,
      );
  }
  return notices;
}

/** A value of each type that columns are compared with. */
const SOME_VALUE: Readonly<Record<OwnType, number | string>> = {
  number: 0,
  text: '0',
  uuid: '00000000-0000-0000-0000-000000000000',
};

async function requireReadable(database: Database, definition: Definition): Promise<void> {
  const { engine } = database;
  const of = `collection '${definition.name}'${inFile(definition)}`;
  const dialect = dialectOf(engine);
  if (definition.sql?.[dialect] === undefined)
    throw new CannotStart(`${of}: 'sql' has no select for ${engine.name}; add '${dialect}'`);
  try {
    await probeSelect(database, definition);
  } catch (cause) {
    if (cause instanceof AppError && cause.key === 'unavailable') throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStart(`${of}: ${engine.name} cannot run its select: ${why}`, { cause });
  }
}

/** Runs the select of a query, with the comparisons that filters make, and reads nothing. */
async function probeSelect({ query, reads }: Database, definition: Definition): Promise<void> {
  const answered = query.selectFrom(definition.name).select(Object.keys(definition.columns));
  const compared = [...ownTypesOf(definition)].reduce(
    (some, [column, type]) => some.where(column, '=', SOME_VALUE[type]),
    answered,
  );
  await reads.all(compared.limit(0).compile());
}

/** Undefined if that takes longer than a read may. */
async function hasDistinctIds(
  { query, longReads }: Database,
  { name }: Definition,
): Promise<boolean | undefined> {
  const counted = query
    .selectFrom(name)
    .select((e) => [e.fn.countAll().as('found'), sql`count(distinct ${sql.ref('id')})`.as('distinct')]);
  try {
    const [row] = await longReads.all(counted.compile());
    return Number(row?.found) === Number(row?.distinct);
  } catch (cause) {
    if (cause instanceof AppError && cause.key === 'unavailable') return undefined;
    throw cause;
  }
}
