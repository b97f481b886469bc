import { type SourceEngine, SourceProblem, type SourceRecord } from './engines/engine.ts';
import { openEngine } from './engines/open.ts';
import { isOldLayout, oldLayout } from './layouts/old-layout.ts';
import { sqlOf, type Tables, type View } from './layouts/view.ts';

/** The columns and records of a table to read; `t` is the table's alias. */
export interface SourceQuery {
  readonly table: string;
  readonly select: readonly string[];
  readonly where?: string;
}

/** The tables of 0.3, and the columns that each of its kinds has. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  lin_user: ['id', 'username'],
  lin_user_identity: ['id', 'user_id', 'identity_type', 'identifier', 'credential'],
  lin_group: ['id', 'name', 'info', 'level'],
  lin_user_group: ['id', 'user_id', 'group_id'],
  lin_permission: ['id', 'name', 'module', 'mount'],
  lin_group_permission: ['id', 'group_id', 'permission_id'],
};

/** Records per batch: no more than may wait for a password hash. */
const BATCH = 100;

/** The database of a Lin CMS, read in one consistent snapshot as if it were of 0.3, and never changed. */
export class Source {
  /** The tables that the database has, with their columns. */
  readonly tables: Tables;
  /** Tables of 0.3 that it has not, read out of others. */
  readonly views: Readonly<Record<string, View>>;
  readonly #engine: SourceEngine;

  constructor(engine: SourceEngine, { tables, views }: Pick<Source, 'tables' | 'views'>) {
    this.#engine = engine;
    this.tables = tables;
    this.views = views;
  }

  get name(): string {
    return this.#engine.name;
  }

  /** The offset of the source's own clock. */
  get clock(): string {
    return this.#engine.clock;
  }

  records(sql: string, values: readonly unknown[] = []): Promise<SourceRecord[]> {
    return this.#engine.records(sql, values);
  }

  has(table: string): boolean {
    return table in this.views || this.tables.has(table);
  }

  /** SQL for what a table of 0.3 is read from. */
  from(table: string): string {
    const view = this.views[table];
    return view ? sqlOf(view) : `\`${table}\``;
  }

  /** The columns among these that a table of 0.3 has here, under the alias `t`. */
  only(table: string, ...columns: string[]): string[] {
    return columns.filter((column) => this.#hasColumn(table, column)).map((column) => `t.${column}`);
  }

  #hasColumn(table: string, column: string): boolean {
    const view = this.views[table];
    return view ? column in view.columns : (this.tables.get(table)?.has(column) ?? false);
  }

  /** All records of a table in the order of their ids, a few at a time. */
  async *batches({ table, select, where = '1 = 1' }: SourceQuery): AsyncGenerator<SourceRecord[]> {
    const columns = ['t.id', ...select].join(', ');
    for (let last: bigint | undefined = 0n; last !== undefined; ) {
      const sql: string = `select ${columns} from ${this.from(table)} t where t.id > ? and ${where} order by t.id limit ${BATCH}`;
      const records: SourceRecord[] = await this.records(sql, [last]);
      if (records.length > 0) yield records;
      const end = records.at(-1)?.id;
      last = end ? BigInt(end) : undefined;
    }
  }

  /** SQL that is true for a logically deleted record. Layouts mark it in one column or two. */
  isDeleted(table: string, alias = 't'): string {
    const marks = {
      delete_time: `${alias}.delete_time is not null`,
      is_deleted: this.#engine.isSet(`${alias}.is_deleted`),
    };
    const present = Object.entries(marks).filter(([column]) => this.#hasColumn(table, column));
    return `(${present.map(([, mark]) => mark).join(' or ') || '1 = 0'})`;
  }

  /** For each of these records' values, by its key: the id of the first living record whose value has that key. */
  async firstLiving(
    table: string,
    column: string,
    records: readonly SourceRecord[],
    keyOf: (value: string) => string = (value) => value,
  ): Promise<Map<string, string>> {
    const values = records.flatMap((record) => record[column] ?? []);
    if (values.length === 0) return new Map();
    const isSame = `(t.${column} in (?) or lower(t.${column}) in (?))`; // not every engine knows the case of all letters
    const living = `not ${this.isDeleted(table)}`;
    const sql = `select t.id, t.${column} as value from ${this.from(table)} t where ${isSame} and ${living} order by t.id desc`;
    const holders = await this.records(sql, [values, values.map((value) => value.toLowerCase())]);
    return new Map(holders.map(({ id, value }) => [keyOf(value ?? ''), id ?? '']));
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

/** Opens the database and checks that it is a Lin CMS. Throws WrongArgument or SourceProblem, which never hold the password. */
export async function openSource(url: string): Promise<Source> {
  const engine = await openEngine(url);
  try {
    return await inspect(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function inspect(engine: SourceEngine): Promise<Source> {
  const found = await engine.columns();
  const tables: Tables = new Map(
    [...Map.groupBy(found, ({ t }) => t ?? '')].map(([table, records]) => [
      table,
      new Set(records.map(({ c }) => c ?? '')),
    ]),
  );
  const missing = Object.keys(REQUIRED).filter((table) => !tables.has(table));
  if (missing.length === 0) {
    requireColumns(tables);
    return new Source(engine, { tables, views: {} });
  }
  if (isOldLayout(tables)) return new Source(engine, { tables, views: oldLayout(tables) });
  throw new SourceProblem(
    `This is not the database of a Lin CMS: for one of 0.3 or later it has no ${missing.join(', ')}, and its tables are not those of 0.1 or 0.2`,
  );
}

/** Throws where the tables of 0.3 have other columns, as those of lin-cms-dotnetcore do. */
function requireColumns(tables: Tables): void {
  const lacking = Object.entries(REQUIRED).flatMap(([table, columns]) =>
    columns.filter((column) => !tables.get(table)?.has(column)).map((column) => `${table}.${column}`),
  );
  if (lacking.length === 0) return;
  throw new SourceProblem(
    `These are tables of a Lin CMS, such as lin-cms-dotnetcore, but not those of lin-cms-koa, lin-cms-spring-boot or lin-cms-flask, which alone can be imported: they have no ${lacking.join(', ')}`,
  );
}
