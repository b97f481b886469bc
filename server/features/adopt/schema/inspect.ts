import type { SourceEngine } from '../../import-lin/exports.ts';
import type { ForeignSchema, Inspect } from './foreign-schema.ts';
import { inspectMysql } from './inspect-mysql.ts';
import { inspectPostgres } from './inspect-postgres.ts';
import { inspectSqlite } from './inspect-sqlite.ts';

/** Reads the schema of a database, without Quire's own tables. */
export async function inspect(
  engine: SourceEngine,
  url: string,
  schema: string | undefined,
): Promise<ForeignSchema> {
  const found = await inspectorOf(url)(engine, schema);
  const own = await tablesOfQuire(engine, found);
  return { ...found, tables: found.tables.filter(({ name }) => !own.has(name)) };
}

function inspectorOf(url: string): Inspect {
  if (/^postgres(ql)?:/.test(url)) return inspectPostgres;
  return url.startsWith('file:') ? inspectSqlite : inspectMysql;
}

/** The server's own tables, and those of collections that a project keeps in this database. */
async function tablesOfQuire(engine: SourceEngine, found: ForeignSchema): Promise<ReadonlySet<string>> {
  const own = found.tables.flatMap(({ name }) => (name.startsWith('quire_') ? name : []));
  const hasServed = own.includes('quire_schema') && found.qualifier === undefined;
  const columns = hasServed ? await engine.records('select `place` from `quire_schema`', []) : [];
  return new Set([...own, ...columns.map(({ place }) => place?.split('.')[0] ?? '')]);
}
