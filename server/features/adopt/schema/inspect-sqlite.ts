import { type SourceEngine, type SourceRecord, WrongArgument } from '../../import-lin/exports.ts';
import {
  type ForeignColumn,
  type ForeignReference,
  type ForeignTable,
  type Inspect,
  partsOfType,
} from './foreign-schema.ts';
import { unwritableTables } from './unwritable-sqlite.ts';
import { checksIn, wordsOfCheck } from './words-of-check.ts';

const TABLES = `
  select t.name as "table", t.type as "kind", s.sql as "sql", t.wr as "without_rowid" from pragma_table_list t join sqlite_schema s on s.name = t.name and s.type in ('table', 'view')
  where t.schema = 'main' and t.type <> 'shadow' and t.name not like 'sqlite^_%' escape '^' order by t.name`;

const COLUMNS = `select name as "column", type as "type", "notnull" as "required", pk as "place", dflt_value as "default", hidden as "hidden" from pragma_table_xinfo(?) where hidden <> 1 order by cid`;

const KEYS = `
  select l.name as "key", i.name as "column" from pragma_index_list(?) l, pragma_index_info(l.name) i
  where l."unique" = 1 and l.partial = 0 order by l.seq, i.seqno`;

const REFERENCES = `select id as "key", "table" as "to", "from" as "column", "to" as "target" from pragma_foreign_key_list(?) order by id, seq`;

const TRIGGERS = `select tbl_name as "table", sql as "sql" from sqlite_schema where type = 'trigger'`;

/** Reads a file of SQLite, as its pragmas and the texts of its tables describe it. */
export const inspectSqlite: Inspect = async (engine, schema) => {
  if (schema !== undefined) throw new WrongArgument('--schema: a file of SQLite has no schemas');
  const tables: ForeignTable[] = [];
  const found = await engine.records(TABLES, []);
  const triggers = await engine.records(TRIGGERS, []);
  for (const table of found) tables.push(await tableOf(engine, table));
  const unwritable = unwritableTables(tables, found, triggers);
  const keyOf = new Map(tables.map(({ name, primaryKey }) => [name.toLowerCase(), primaryKey]));
  const nameOf = new Map(tables.map(({ name }) => [name.toLowerCase(), name]));
  const resolved = (reference: ForeignReference): ForeignReference => {
    const table = reference.table.toLowerCase();
    // A foreign key that names no columns means the primary key.
    const targets = reference.targets.length > 0 ? reference.targets : (keyOf.get(table) ?? []);
    return { ...reference, table: nameOf.get(table) ?? reference.table, targets };
  };
  return {
    dialect: 'sqlite',
    qualifier: undefined,
    tables: tables.map((table) => ({
      ...table,
      references: table.references.map(resolved),
      unwritable: unwritable.get(table.name),
    })),
  };
};

async function tableOf(
  engine: SourceEngine,
  { table, kind, sql, without_rowid }: SourceRecord,
): Promise<ForeignTable> {
  const name = table ?? '';
  const columns = await engine.records(COLUMNS, [name]);
  const checks = checksIn(sql ?? '');
  const required = new Set(columns.flatMap((one) => (one.required === '1' ? (one.column ?? []) : [])));
  const unique = grouped(await engine.records(KEYS, [name]), 'column');
  const inKey = columns.filter(({ place }) => place !== '0');
  return {
    name,
    kind: kind === 'table' ? 'table' : kind === 'virtual' ? 'virtual table' : 'view',
    comment: undefined,
    columns: columns.map((column) => columnOf(column, checks, inKey.length === 1 && without_rowid === '0')),
    primaryKey: inKey.toSorted((one, other) => Number(one.place) - Number(other.place)).map(nameIn),
    uniqueKeys: unique.filter((key) => key.length > 0 && key.every((column) => required.has(column))),
    references: referencesOf(await engine.records(REFERENCES, [name])),
    mayDelete: true,
    unwritable: undefined,
  };
}

function columnOf(
  { column, type, required, place, default: initial, hidden }: SourceRecord,
  checks: readonly string[],
  isCounted: boolean,
): ForeignColumn {
  const name = column ?? '';
  const isKeyMade = isCounted && place === '1' && /^integer$/i.test(type ?? ''); // another name of the row's number
  const hasDefault = (initial ?? null) !== null;
  return {
    name,
    ...partsOfType(type ?? ''),
    comment: undefined,
    words: checks.flatMap((check) => [wordsOfCheck(check, name) ?? []]).find((some) => some.length > 0),
    mayRead: true,
    mayInsert: true,
    mayUpdate: true,
    isRequired: required === '1' && !hasDefault && !isKeyMade && hidden === '0',
    hasDefault,
    isGenerated: hidden !== '0',
    isKeyMade,
    isTouched: false,
  };
}

function referencesOf(parts: readonly SourceRecord[]): ForeignReference[] {
  return [...Map.groupBy(parts, ({ key }) => key).values()].map((some) => ({
    columns: some.map(nameIn),
    table: some[0]?.to ?? '',
    targets: some.flatMap(({ target }) => target ?? []),
  }));
}

/** The values of a column, for each key. Indexes of expressions have columns without names. */
function grouped(parts: readonly SourceRecord[], column: string): string[][] {
  const keys = [...Map.groupBy(parts, ({ key }) => key).values()];
  return keys
    .filter((some) => some.every((part) => part[column] !== null))
    .map((some) => some.map((part) => part[column] ?? ''));
}

function nameIn({ column }: SourceRecord): string {
  return column ?? '';
}
