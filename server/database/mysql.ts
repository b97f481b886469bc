import {
  DummyDriver,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type SelectModifierNode,
} from 'kysely';
import type { Column } from '../../contract/column.ts';
import { MAX_INDEXED_CHARACTERS } from '../../contract/limits.ts';
import type { Address } from './address.ts';
import type { Engine, Index, PresentIndex } from './engine.ts';
import { overConnections } from './lending.ts';
import { connectMysql, type Product, troubleOf } from './mysql-connections.ts';
import { decode, encode, literal, wideSum } from './values.ts';

/** MySQL from version 8.0.19, MariaDB from 10.6, and what speaks their protocol. */
export async function openMysql(address: Address): Promise<Engine> {
  const { product, close, ...lenders } = await connectMysql(address);
  const isMariaDb = product === 'MariaDB';
  const takesExpressions = (column: Column) =>
    !isMariaDb && typeOf(column, isMariaDb).startsWith('mediumtext');
  return {
    name: product,
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (query) => new MysqlIntrospector(query),
      createQueryCompiler: () => new QueryCompiler(product),
    },
    ...overConnections({ ...lenders, troubleOf, begin: 'start transaction' }),
    version: undefined,
    columnType: (column, initial) => {
      const type = typeOf(column, isMariaDb);
      if (initial === undefined) return type;
      return `${type} default ${takesExpressions(column) ? expression(initial as string) : literal(initial)}`;
    },
    copiesToAdd: takesExpressions,
    encode,
    decode,
    sum: wideSum,
    findText: 'instr',
    idColumn: 'bigint not null auto_increment primary key',
    createIndex,
    dropIndex,
    indexesApart: false,
    locks: {
      none: 'nobody waits',
      moment: 'the table is locked for a moment',
      rows: 'rows are locked while they are written; the table, for a moment',
      copy: 'writers wait while the table is copied, if the server copies it',
      index: 'nobody waits',
    },
    boundColumn: (table, described) => [`alter table "${table}" modify column ${described}`],
    presentColumns: `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = database() and coalesce(generation_expression, '') = '' order by table_name, ordinal_position`,
    presentIndexes,
    close,
  };
}

/** MariaDB has no `for share`; it and MySQL have the older words. TiDB has neither, so there such rows are locked as for a change. */
class QueryCompiler extends MysqlQueryCompiler {
  readonly #forShare: string;

  constructor(product: Product) {
    super();
    this.#forShare = product === 'TiDB' ? 'for update' : 'lock in share mode';
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForShare') this.append(this.#forShare);
    else super.visitSelectModifier(node);
  }
}

/**
 * Text compares by code points, and trailing spaces count: the collations that do both have different names. What cannot be
 * in an index is kept beside its row, which holds 65535 bytes (MySQL reference manual, limits on table row size).
 */
function typeOf(column: Column, isMariaDb: boolean): string {
  const asBytes = `character set utf8mb4 collate ${isMariaDb ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'}`;
  switch (column.type) {
    case 'string':
      return column.length > MAX_INDEXED_CHARACTERS
        ? `mediumtext ${asBytes}`
        : `varchar(${column.length}) ${asBytes}`;
    case 'text':
    case 'json':
    case 'ids':
      return `mediumtext ${asBytes}`;
    case 'boolean':
      return 'boolean';
    default:
      return 'bigint';
  }
}

/**
 * The default of a long text, where MySQL takes nothing else and copies the table to add it. It notes down a text of an expression with escapes,
 * and reads it in the session's mode, which knows none: quotes break it and backslashes double. Bytes need no escapes, but no
 * bytes at all are not read back by MySQL 8.0.19.
 */
function expression(text: string): string {
  return text === '' ? `('')` : `(convert(x'${Buffer.from(text).toString('hex')}' using utf8mb4))`;
}

/**
 * A generated column stands for a partial index: it is null for deleted rows, and nulls are all different. It is made by
 * itself, because together with its index the table would be copied (MariaDB and MySQL, online DDL).
 */
function createIndex({ name, table, columns, unique, visibleOnly }: Index): string[] {
  const isPartial = unique && visibleOnly;
  const list = [...columns, ...(isPartial ? [name] : [])].map((column) => `"${column}"`).join(', ');
  const create = `create ${unique ? 'unique ' : ''}index "${name}" on "${table}" (${list})`;
  if (!isPartial) return [create];
  const generated = `case when "is_deleted" then null else 1 end`;
  return [
    `alter table "${table}" add column "${name}" tinyint generated always as (${generated}) virtual`,
    create,
  ];
}

function dropIndex({ name, table, form }: PresentIndex): string[] {
  return [
    ...(form === 'half' ? [] : [`alter table "${table}" drop index "${name}"`]),
    ...(form === 'plain' ? [] : [`alter table "${table}" drop column "${name}"`]),
  ];
}

/** Half an index is its generated column alone. */
const presentIndexes = `
  select "table", "name",
    case when max("indexes") = 0 then 'half' when max("generated") = 1 then 'withColumn' else 'plain' end as "form"
  from (
    select table_name as "table", index_name as "name", 1 as "indexes", 0 as "generated"
    from information_schema.statistics where table_schema = database()
    union all
    select table_name, column_name, 0, 1 from information_schema.columns
    where table_schema = database() and coalesce(generation_expression, '') <> ''
  ) found group by "table", "name"`;
