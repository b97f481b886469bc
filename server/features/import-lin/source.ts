import { type SourceEngine, SourceProblem, type SourceRow, WrongArgument } from './engines/engine.ts';
import { openMysql } from './engines/mysql.ts';
import { openPostgres } from './engines/postgres.ts';
import { openSqlite } from './engines/sqlite.ts';

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
  /** The columns of each table. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #engine: SourceEngine;

  constructor(engine: SourceEngine, columns: Source['columns']) {
    this.#engine = engine;
    this.columns = columns;
  }

  get name(): string {
    return this.#engine.name;
  }

  /** The offset of the source's own clock. */
  get clock(): string {
    return this.#engine.clock;
  }

  rows(sql: string, values: readonly unknown[] = []): Promise<SourceRow[]> {
    return this.#engine.rows(sql, values);
  }

  /** All rows of a table in the order of their ids, a few at a time. */
  async *batches({ table, select, where = '1 = 1' }: Reading): AsyncGenerator<SourceRow[]> {
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
    const marks = {
      delete_time: `${alias}.delete_time is not null`,
      is_deleted: this.#engine.isSet(`${alias}.is_deleted`),
    };
    const present = Object.entries(marks).filter(([column]) => this.columns.get(table)?.has(column));
    return `(${present.map(([, mark]) => mark).join(' or ') || '1 = 0'})`;
  }

  /** For each of these rows' values, by its key: the id of the first living row whose value has that key. */
  async firstLiving(
    table: string,
    column: string,
    rows: readonly SourceRow[],
    keyOf: (value: string) => string = (value) => value,
  ): Promise<Map<string, string>> {
    const values = rows.flatMap((row) => row[column] ?? []);
    if (values.length === 0) return new Map();
    const isSame = `(t.${column} in (?) or lower(t.${column}) in (?))`; // not every engine knows the case of all letters
    const living = `not ${this.isDeleted(table)}`;
    const sql = `select t.id, t.${column} as value from \`${table}\` t where ${isSame} and ${living} order by t.id desc`;
    const holders = await this.rows(sql, [values, values.map((value) => value.toLowerCase())]);
    return new Map(holders.map(({ id, value }) => [keyOf(value ?? ''), id ?? '']));
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

/** Opens the database and checks that it is a Lin CMS 0.3. Throws WrongArgument or SourceProblem, which never hold the password. */
export async function openSource(url: string): Promise<Source> {
  const engine = await openEngine(url);
  try {
    return await inspect(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openEngine(url: string): Promise<SourceEngine> {
  const isServer = /^\w+:\/\/[^/]+\/[^/?]+/.test(url);
  if (isServer && /^(mysql|mariadb):/.test(url)) return openMysql(url);
  if (isServer && /^postgres(ql)?:/.test(url)) return openPostgres(url);
  if (/^file:./.test(url)) return openSqlite(decodeURIComponent(url.replace(/^file:(\/\/(?=\/))?/, '')));
  throw new WrongArgument(
    'The source must be mysql://<user>:<password>@<host>:<port>/<database>, the same with postgres://, or file:<path> of an SQLite database',
  );
}

async function inspect(engine: SourceEngine): Promise<Source> {
  const found = await engine.columns();
  const columns = new Map(
    [...Map.groupBy(found, ({ t }) => t ?? '')].map(([table, rows]) => [
      table,
      new Set(rows.map(({ c }) => c ?? '')),
    ]),
  );
  const missing = REQUIRED.filter((table) => !columns.has(table));
  if (missing.length > 0)
    throw new SourceProblem(`This is not the database of a Lin CMS 0.3: it has no ${missing.join(', ')}`);
  return new Source(engine, columns);
}
