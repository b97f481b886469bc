import { requireInstalled } from '../../../shared/system/optional-packages.ts';
import { type SourceEngine, SourceProblem, type SourceRecord, spread } from './engine.ts';

/** The type of truth values in PostgreSQL's catalogue. */
const BOOLEAN = 16;

/** A PostgreSQL database, as lin-cms-flask may use one. */
export async function openPostgres(url: string): Promise<SourceEngine> {
  requireInstalled('pg', 'import-lin');
  const { Client } = await import('pg');
  const asText = (type: number) => (text: string) => (type === BOOLEAN ? String(Number(text === 't')) : text);
  const client = new Client({ connectionString: url, types: { getTypeParser: asText as never } });
  client.on('error', () => {}); // the running query fails as well
  await client.connect().catch((cause: Error) => {
    throw new SourceProblem(`The source cannot be opened: ${cause.message}`, { cause });
  });
  const records = async (sql: string, values: readonly unknown[]) => {
    const written = spread(sql, values, (index) => `$${index}`);
    return (await client.query<SourceRecord>(written.sql, written.values.map(String))).rows;
  };
  try {
    await client.query('begin isolation level repeatable read read only');
    const [server] = await records(
      `select current_database() as name, to_char(extract(timezone from now()) * interval '1 second', 'SGHH24:MI') as clock`,
      [],
    );
    return {
      name: server?.name ?? '',
      clock: server?.clock ?? '+00:00',
      columns: () =>
        records(
          'select table_name as t, column_name as c from information_schema.columns where table_schema = current_schema()',
          [],
        ),
      records,
      isSet: (column) => `cast(${column} as integer) <> 0`,
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}
