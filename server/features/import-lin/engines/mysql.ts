import type { TypeCastField } from 'mysql2';
import { requireInstalled } from '../../../shared/system/optional-packages.ts';
import { type SourceEngine, SourceProblem, type SourceRecord } from './engine.ts';
import { textOf } from './text-of.ts';

/** A MySQL or MariaDB database. */
export async function openMysql(url: string): Promise<SourceEngine> {
  requireInstalled('mysql2', 'import-lin');
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ uri: url, charset: 'utf8mb4', typeCast: asText }).catch(
    (cause: Error) => {
      throw new SourceProblem(`The source cannot be opened: ${cause.message}`, { cause });
    },
  );
  const records = async (sql: string, values: readonly unknown[]) => {
    const [found] = await connection.query(sql, [...values]);
    return found as SourceRecord[];
  };
  try {
    await connection.query('set session transaction isolation level repeatable read');
    await connection.query('start transaction with consistent snapshot');
    const [server] = await records(
      `select database() as name, time_format(timediff(now(), utc_timestamp()), '%H:%i') as clock`,
      [],
    );
    const clock = server?.clock ?? '00:00';
    return {
      name: server?.name ?? '',
      clock: clock.startsWith('-') ? clock : `+${clock}`,
      columns: () =>
        records(
          'select table_name as t, column_name as c from information_schema.columns where table_schema = database()',
          [],
        ),
      records,
      isSet: (column) => `${column} <> 0`,
      close: () => connection.end(),
    };
  } catch (error) {
    await connection.end();
    throw error;
  }
}

/** Bytes that are no text of a character set must be UTF-8. */
function asText(field: TypeCastField): string | null {
  if (!/BLOB|STRING/.test(field.type)) return field.string();
  const bytes = field.buffer();
  return bytes === null ? null : textOf(bytes, field.name);
}
