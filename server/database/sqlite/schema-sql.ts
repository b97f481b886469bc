import { type Column, declaredColumn } from '../../../contract/column.ts';
import type { SchemaSql } from '../engine.ts';
import { partialIndex } from '../partial-index.ts';
import { literal } from '../values.ts';

/** A string is `varchar` with its length; SQLite does not enforce it. */
const types: Readonly<Record<Exclude<Column['type'], 'string'>, string>> = {
  text: 'text',
  json: 'text',
  ids: 'text',
  integer: 'integer', // 64 bits, as all of these
  bigint: 'integer',
  decimal: 'integer',
  point: 'integer',
  boolean: 'integer',
  time: 'integer',
};

/** A migration is one transaction, and only one transaction writes. */
const lock = 'writers wait for the whole migration, readers do not';

export const schemaSql: SchemaSql = {
  columnType(described, initial) {
    const column = declaredColumn(described);
    const type = column.type === 'string' ? `varchar(${column.length})` : types[column.type];
    return initial === undefined ? type : `${type} default ${literal(initial)}`;
  },
  copiesToAdd: () => false,
  idColumn: 'integer primary key autoincrement',
  nextId: {
    sql: (table) => `select seq from sqlite_sequence where name = '${table}'`,
    read: (row) => BigInt((row?.seq ?? 0) as bigint) + 1n,
    set: (table, id) => [
      `delete from sqlite_sequence where name = '${table}'`,
      `insert into sqlite_sequence (name, seq) values ('${table}', ${id - 1n})`,
    ],
  },
  continueIds: (from, to) => [
    `delete from sqlite_sequence where name = '${to}'`,
    `insert into sqlite_sequence (name, seq) select '${to}', seq from sqlite_sequence where name = '${from}'`,
  ],
  createIndex(index) {
    const columns = index.columns.map((column) => `"${column}"`);
    return [partialIndex(index, columns)];
  },
  dropIndex: ({ name }) => [`drop index "${name}"`],
  isOnlineIndexNonTransactional: false,
  boundColumn: () => [], // SQLite enforces no bounds
  locks: { none: lock, moment: lock, rows: lock, copy: lock, index: lock },
  size: `select page_count * page_size as "bytes" from pragma_page_count(), pragma_page_size()`,
  presentColumns: `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
  presentIndexes: `select tbl_name as "table", name, 'plain' as form from sqlite_master where type = 'index'`,
};
