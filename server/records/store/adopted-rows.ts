import { Kysely, type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../contract/column.ts';
import type { Engine, Raw } from '../../database/engine.ts';
import { dialectOf } from '../../database/query-sources.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import type { Statement } from '../../database/statement.ts';
import type { Definition } from '../../definitions/for-server.ts';
import type { WrittenTable } from '../../definitions/types/query-source.ts';
import type { AnyRecord } from '../record.ts';

/** The statements that write rows of a table of another program. Records name their rows by its key. */
export interface AdoptedRows {
  /** Reads nothing, and fails if the table or a column is missing. */
  readonly probe: Statement;
  /** Keeps a row from being changed by others until the transaction ends; undefined where transactions run one at a time. */
  lock(record: AnyRecord): Statement | undefined;
  /** Inserts values by field; null leaves the default of the column. With `returning`, it answers the key as `id`. */
  insert(values: Raw, returning: boolean): Statement;
  /** Sets values by field; undefined if there are none. */
  update(record: AnyRecord, values: Raw): Statement | undefined;
  delete(record: AnyRecord): Statement;
}

type Part = RawBuilder<unknown>;

export function adoptedRows(engine: Engine, definition: Definition, writes: WrittenTable): AdoptedRows {
  const writer = new Kysely<Tables>({ dialect: engine.dialect }); // without the selects that stand for queries
  const compiled = (part: Part): Statement => part.compile(writer);
  const table = sql.id(...writes.table);
  const columnOf = (name: string) => sql.id(writes.columns.get(name)?.column ?? name);
  const boundOf = (name: string, value: unknown): Part => {
    if (value === null || value === undefined) return sql.raw('null');
    const stored = sql`${engine.encode(definition.columns[name] as Column, value)}`; // it has all of them
    const form = writes.columns.get(name)?.sql;
    if (form === undefined) return stored;
    return sql.join(
      form.split('?').map((part) => sql.raw(part)),
      stored,
    );
  };
  const keys = (record: AnyRecord): [Part, Part][] =>
    writes.key === undefined
      ? (definition.key ?? []).map((name) => [columnOf(name), boundOf(name, record[name])])
      : [[sql.id(writes.key), sql`${record.id}`]];
  const isRow = (record: AnyRecord) =>
    sql.join(
      keys(record).map(([column, value]) => sql`${column} = ${value}`),
      sql` and `,
    );
  const all = [...writes.columns.values()].map(({ column }) => column);
  const named = [...new Set([...(writes.key === undefined ? [] : [writes.key]), ...all])];
  return {
    probe: compiled(sql`select ${sql.join(named.map((column) => sql.id(column)))} from ${table} where 1 = 0`),
    lock: (record) =>
      engine.isSerial
        ? undefined
        : compiled(sql`select 1 as "there" from ${table} where ${isRow(record)} for update`),
    insert({ id, ...values }, returning) {
      const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
      const key = id !== undefined && writes.key !== undefined ? [[sql.id(writes.key), sql`${id}`]] : [];
      const set = [...key, ...given.map(([name, value]) => [columnOf(name), boundOf(name, value)])];
      const columns = sql.join(set.map(([column]) => column));
      const row =
        set.length > 0 || dialectOf(engine) === 'mysql'
          ? sql`(${columns}) values (${sql.join(set.map(([, value]) => value))})`
          : sql`default values`;
      const answer =
        returning && writes.key !== undefined ? sql` returning ${sql.id(writes.key)} as "id"` : sql``;
      return compiled(sql`insert into ${table} ${row}${answer}`);
    },
    update(record, values) {
      const set = Object.entries(values).map(
        ([name, value]) => sql`${columnOf(name)} = ${boundOf(name, value)}`,
      );
      if (set.length === 0) return undefined;
      return compiled(sql`update ${table} set ${sql.join(set)} where ${isRow(record)}`);
    },
    delete: (record) => compiled(sql`delete from ${table} where ${isRow(record)}`),
  };
}
