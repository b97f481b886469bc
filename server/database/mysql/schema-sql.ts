import { type Column, declaredColumn } from '../../../contract/column.ts';
import { MAX_INDEXED_CHARACTERS, MIN_COLUMN_CHARACTERS } from '../../../contract/limits.ts';
import type { Index, PresentIndex, SchemaSql } from '../engine.ts';
import { literal } from '../values.ts';
import type { Product } from './product.ts';

const types: Readonly<Record<Column['type'], string>> = {
  string: 'varchar',
  text: 'mediumtext',
  json: 'mediumtext',
  ids: 'mediumtext',
  integer: 'bigint',
  bigint: 'bigint',
  decimal: 'bigint',
  point: 'bigint',
  time: 'bigint',
  boolean: 'boolean',
};

/** Text compares by code points, and trailing spaces count. The products name this collation differently. */
export function collation(product: Product): string {
  return ` character set utf8mb4 collate ${product === 'MariaDB' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'}`;
}

export function schemaSql(product: Product): SchemaSql {
  const isMariaDb = product === 'MariaDB';
  const isLongText = (column: Column) => typeOf(column).startsWith('mediumtext');
  const collated = collation(product);
  return {
    columnType(described, initial) {
      const column = declaredColumn(described);
      const type = typeOf(column);
      const full = isText(column) ? type + collated : type;
      if (initial === undefined) return full;
      const isExpression = !isMariaDb && isLongText(column);
      return `${full} default ${isExpression ? textExpression(initial as string) : literal(initial)}`;
    },
    copiesToAdd: (column) => !isMariaDb && isLongText(column),
    idColumn: 'bigint not null auto_increment primary key',
    nextId: {
      sql: (table) => `show create table "${table}"`,
      read: (row) => BigInt(/ AUTO_INCREMENT=(\d+)/.exec(String(row?.['Create Table']))?.[1] ?? 1),
      set: (table, id) => [`alter table "${table}" auto_increment = ${id}`],
    },
    // A statement that set the counter itself would commit what came before it.
    continueIds: (from, to) => [
      `insert into "${from}" ("is_deleted") values (true)`,
      'set @given = last_insert_id()',
      `delete from "${from}" where "id" = @given`,
      `insert into "${to}" ("id", "is_deleted") values (@given, true)`,
      `delete from "${to}" where "id" = @given`,
    ],
    createIndex,
    dropIndex,
    isOnlineIndexNonTransactional: false,
    boundColumn: (table, described) => [`alter table "${table}" modify column ${described}`],
    locks: {
      none: 'nobody waits',
      moment: 'the table is locked for a moment',
      rows: 'records are locked while they are written; the table, for a moment',
      copy: 'writers wait while the table is copied, if the server copies it',
      index: 'nobody waits',
    },
    size: `select coalesce(sum(data_length + index_length), 0) as "bytes" from information_schema.tables where table_schema = database()`,
    presentColumns: `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = database() and coalesce(generation_expression, '') = '' order by table_name, ordinal_position`,
    presentIndexes,
  };
}

/**
 * A row holds 65535 bytes, and 8126 of them in its page (MySQL reference manual, limits on table row size). A text that is too
 * long for an index has a type that is stored outside the row. Shorter ones leave the page only if their column may hold 256
 * bytes.
 */
function typeOf(column: Column): string {
  if (column.type !== 'string') return types[column.type];
  if (column.length > MAX_INDEXED_CHARACTERS) return types.text;
  return `${types.string}(${Math.max(MIN_COLUMN_CHARACTERS, column.length)})`;
}

function isText({ type }: Column): boolean {
  return type === 'string' || types[type] === types.text;
}

/**
 * The default of a long text. MySQL takes only an expression there, and copies the table to add it. It stores a text in an
 * expression with escapes, and reads it back in the session's mode, which has none: quotes break it and backslashes double.
 * Bytes need no escapes, but MySQL 8.0.19 does not read back an empty byte string.
 */
function textExpression(text: string): string {
  return text === '' ? `('')` : `(convert(x'${Buffer.from(text).toString('hex')}' using utf8mb4))`;
}

/**
 * A generated column replaces a partial index: it is null for excluded rows, and nulls are distinct. It is added by a separate
 * statement, because adding column and index in one would copy the table (MariaDB and MySQL, online DDL).
 */
function createIndex({ name, table, columns, unique, visibleOnly, nulls }: Index): string[] {
  const leftOut = [
    ...(visibleOnly ? ['"is_deleted"'] : []),
    ...nulls.map((column) => `"${column}" is not null`),
  ];
  const isPartial = unique && leftOut.length > 0;
  const list = [...columns, ...(isPartial ? [name] : [])].map((column) => `"${column}"`).join(', ');
  const create = `create ${unique ? 'unique ' : ''}index "${name}" on "${table}" (${list})`;
  if (!isPartial) return [create];
  const generated = `case when ${leftOut.join(' or ')} then null else 1 end`;
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

/** Half an index is a generated column without its index. */
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
