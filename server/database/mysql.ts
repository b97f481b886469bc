import {
  DummyDriver,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type SelectModifierNode,
} from 'kysely';
import type { Column } from '../../contract/column.ts';
import { MAX_INDEXED_CHARACTERS } from '../../contract/limits.ts';
import type { Engine, Index } from './engine.ts';
import { overConnections } from './lending.ts';
import { connectMysql, troubleOf, waitToBeAlone } from './mysql-connections.ts';
import { decode, encode, wideSum } from './values.ts';

/** MySQL from version 8, MariaDB from 10.6, and what speaks their protocol. At most `connections` are open, and one more at start. */
export async function openMysql(url: string, connections: number): Promise<Engine> {
  const { isMariaDb, close, ...lenders } = await connectMysql(url, connections);
  return {
    name: isMariaDb ? 'MariaDB' : 'MySQL',
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (query) => new MysqlIntrospector(query),
      createQueryCompiler: () => new QueryCompiler(),
    },
    ...overConnections({ ...lenders, waitToBeAlone, troubleOf, begin: 'start transaction' }),
    version: undefined,
    columnType: (column, initial) =>
      typeOf(column, isMariaDb) + (initial === undefined ? '' : ` default (${initial})`),
    encode,
    decode,
    sum: wideSum,
    findText: 'instr',
    idColumn: 'bigint not null auto_increment primary key',
    createIndex,
    widenColumn: (table, described) => [`alter table "${table}" modify column ${described}`],
    presentColumns: `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = database() and coalesce(generation_expression, '') = ''`,
    presentIndexes: `select distinct index_name as "name" from information_schema.statistics where table_schema = database()`,
    close,
  };
}

/** MariaDB has no `for share`; both have the older words. */
class QueryCompiler extends MysqlQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'ForShare') this.append('lock in share mode');
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

/** A generated column stands for a partial index: it is null for deleted rows, and nulls are all different. */
function createIndex({ name, table, columns, unique, visibleOnly }: Index): string {
  const list = columns.map((column) => `"${column}"`).join(', ');
  if (!unique || !visibleOnly)
    return `create ${unique ? 'unique ' : ''}index "${name}" on "${table}" (${list})`;
  return (
    `alter table "${table}" add column "${name}" tinyint generated always as (case when "is_deleted" then null else 1 end) virtual, ` +
    `add unique index "${name}" (${list}, "${name}")`
  );
}
