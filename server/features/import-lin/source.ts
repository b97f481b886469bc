import type { Connection } from 'mysql2/promise';
import { requireInstalled } from '../../shared/system/optional-packages.ts';

/** A row as text, whatever its columns are. */
export type SourceRow = Readonly<Record<string, string | null>>;

/** Why the source cannot be read, for the operator. */
export class SourceProblem extends Error {}

/** The command was called with something that can be no source, zone or folder. */
export class WrongArgument extends Error {}

/** The columns and rows of a table to read; `t` is the table's alias. */
export interface Reading {
  readonly table: string;
  readonly select: readonly string[];
  readonly where?: string;
}

const REQUIRED = [
  'lin_user',
  'lin_user_identity',
  'lin_group',
  'lin_user_group',
  'lin_permission',
  'lin_group_permission',
];

/** Rows per batch: no more than may wait for a password hash. */
const BATCH = 100;

/** The database of a Lin CMS 0.3, read in one consistent snapshot and never changed. */
export class Source {
  readonly name: string;
  /** The columns of each table. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** The offset of the database server's own clock. */
  readonly clock: string;
  readonly #connection: Connection;

  constructor(connection: Connection, { name, columns, clock }: Pick<Source, 'name' | 'columns' | 'clock'>) {
    this.#connection = connection;
    this.name = name;
    this.columns = columns;
    this.clock = clock;
  }

  rows(sql: string, values: readonly unknown[] = []): Promise<SourceRow[]> {
    return query(this.#connection, sql, values);
  }

  /** All rows of a table in the order of their ids, a few at a time. */
  async *batches({ table, select, where = 'true' }: Reading): AsyncGenerator<SourceRow[]> {
    const columns = ['t.id', ...select].join(', ');
    for (let last: string | null = '0'; last !== null; ) {
      const sql: string = `select ${columns} from \`${table}\` t where t.id > ? and ${where} order by t.id limit ${BATCH}`;
      const rows = await this.rows(sql, [last]);
      if (rows.length > 0) yield rows;
      last = rows.at(-1)?.id ?? null;
    }
  }

  /** SQL that is true for a logically deleted row. Layouts mark it in one column or two. */
  isDeleted(table: string, alias = 't'): string {
    const marks = { delete_time: `${alias}.delete_time is not null`, is_deleted: `${alias}.is_deleted <> 0` };
    const present = Object.entries(marks).filter(([column]) => this.columns.get(table)?.has(column));
    return `(${present.map(([, mark]) => mark).join(' or ') || 'false'})`;
  }

  /** For each value of these rows: the id of the first living row with exactly that value. */
  async firstLiving(table: string, column: string, rows: readonly SourceRow[]): Promise<Map<string, string>> {
    const values = rows.flatMap((row) => row[column] ?? []);
    if (values.length === 0) return new Map();
    const living = `not ${this.isDeleted(table)}`;
    const sql = `select t.id, t.${column} as value from \`${table}\` t where t.${column} in (?) and ${living} order by t.id desc`;
    const holders = await this.rows(sql, [values]);
    return new Map(holders.map(({ id, value }) => [value ?? '', id ?? '']));
  }

  close(): Promise<void> {
    return this.#connection.end();
  }
}

/** Opens the database and checks that it is a Lin CMS 0.3. Throws WrongArgument or SourceProblem, which never hold the password. */
export async function openSource(url: string): Promise<Source> {
  const connection = await connect(url);
  try {
    return await inspect(connection);
  } catch (error) {
    await connection.end();
    throw error;
  }
}

async function connect(url: string): Promise<Connection> {
  if (!/^(mysql|mariadb):\/\/[^/]+\/[^/?]+/.test(url))
    throw new WrongArgument('The source must be mysql://<user>:<password>@<host>:<port>/<database>');
  requireInstalled('mysql2', 'import-lin');
  const { createConnection } = await import('mysql2/promise');
  try {
    return await createConnection({ uri: url, charset: 'utf8mb4', typeCast: (field) => field.string() });
  } catch (cause) {
    throw new SourceProblem(`The source cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

async function inspect(connection: Connection): Promise<Source> {
  await connection.query('set session transaction isolation level repeatable read');
  await connection.query('start transaction with consistent snapshot');
  const found = await query(
    connection,
    'select table_name as t, column_name as c from information_schema.columns where table_schema = database()',
  );
  const columns = new Map(
    [...Map.groupBy(found, ({ t }) => t ?? '')].map(([table, rows]) => [
      table,
      new Set(rows.map(({ c }) => c ?? '')),
    ]),
  );
  const missing = REQUIRED.filter((table) => !columns.has(table));
  if (missing.length > 0)
    throw new SourceProblem(`This is not the database of a Lin CMS 0.3: it has no ${missing.join(', ')}`);
  const [server] = await query(
    connection,
    `select database() as name, time_format(timediff(now(), utc_timestamp()), '%H:%i') as clock`,
  );
  const clock = server?.clock ?? '00:00';
  return new Source(connection, {
    name: server?.name ?? '',
    columns,
    clock: clock.startsWith('-') ? clock : `+${clock}`,
  });
}

async function query(
  connection: Connection,
  sql: string,
  values: readonly unknown[] = [],
): Promise<SourceRow[]> {
  const [rows] = await connection.query(sql, [...values]);
  return rows as SourceRow[];
}
