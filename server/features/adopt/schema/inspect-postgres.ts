import type { SourceEngine, SourceRecord } from '../../import-lin/exports.ts';
import {
  type ForeignColumn,
  type ForeignReference,
  type ForeignTable,
  type Inspect,
  partsOfType,
  saying,
} from './foreign-schema.ts';
import { wordsOfCheck } from './words-of-check.ts';

const SCHEMA = `n.nspname = coalesce(nullif(?, ''), current_schema())`;
const NAMES = (keys: string, of: string) =>
  `(select json_agg(a.attname order by k.place)::text from unnest(${keys}) with ordinality as k (number, place) join pg_attribute a on a.attrelid = ${of} and a.attnum = k.number)`;

const TABLES = `
  select c.relname as "table", case when c.relkind in ('r', 'p', 'f') then 'table' else 'view' end as "kind",
    case when c.relkind = 'f' then 1 else 0 end as "elsewhere", case when has_table_privilege(c.oid, 'DELETE') then 1 else 0 end as "may_delete",
    obj_description(c.oid, 'pg_class') as "comment"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${SCHEMA} and c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition order by c.relname`;

const COLUMNS = `
  select c.relname as "table", a.attname as "column", col_description(c.oid, a.attnum) as "comment",
    format_type(coalesce(nullif(t.typbasetype, 0), t.oid), case when t.typtype = 'd' then t.typtypmod else a.atttypmod end) as "type",
    case when a.attnotnull then 0 else 1 end as "nullable",
    case when has_column_privilege(c.oid, a.attnum, 'SELECT') then 1 else 0 end as "may_read",
    case when has_column_privilege(c.oid, a.attnum, 'INSERT') then 1 else 0 end as "may_insert",
    case when has_column_privilege(c.oid, a.attnum, 'UPDATE') then 1 else 0 end as "may_update",
    case when a.attgenerated <> '' or a.attidentity = 'a' then 1 else 0 end as "generated",
    case when a.atthasdef or a.attidentity <> '' then 1 else 0 end as "default",
    (select json_agg(e.enumlabel order by e.enumsortorder)::text from pg_enum e where e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid)) as "words",
    (select json_agg(pg_get_constraintdef(o.oid))::text from pg_constraint o
      where o.contype = 'c' and ((o.conrelid = c.oid and o.conkey = array[a.attnum]) or (t.typtype = 'd' and o.contypid = t.oid))) as "checks"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    join pg_type t on t.oid = a.atttypid
  where ${SCHEMA} and c.relkind in ('r', 'p', 'f', 'v', 'm') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

const KEYS = `
  select c.relname as "table", case when i.indisprimary then 1 else 0 end as "primary", ${NAMES('i.indkey::smallint[]', 'c.oid')} as "columns"
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
  where ${SCHEMA} and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null and i.indnkeyatts = i.indnatts`;

const REFERENCES = `
  select c.relname as "table", r.relname as "to", ${NAMES('o.conkey', 'c.oid')} as "columns", ${NAMES('o.confkey', 'r.oid')} as "targets"
  from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_class r on r.oid = o.confrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${SCHEMA} and o.contype = 'f' and r.relnamespace = c.relnamespace and o.conparentid = 0`;

/** Reads a schema of PostgreSQL, as its catalogues describe it. */
export const inspectPostgres: Inspect = async (engine, schema) => {
  const ask = (sql: string) => engine.records(sql, [schema ?? '']);
  const by = async (sql: string) => Map.groupBy(await ask(sql), ({ table }) => table ?? '');
  const tables = await ask(TABLES);
  const [columns, keys, references] = [await by(COLUMNS), await by(KEYS), await by(REFERENCES)];
  return {
    dialect: 'postgres',
    qualifier: (await isCurrent(engine, schema)) ? undefined : schema,
    tables: tables.map(({ table, kind, comment, elsewhere, may_delete }): ForeignTable => {
      const name = table ?? '';
      const own = columns.get(name) ?? [];
      const required = new Set(own.flatMap((one) => (one.nullable === '0' ? (one.column ?? []) : [])));
      const ofTable = keys.get(name) ?? [];
      const unique = ofTable.filter((key) => key.primary === '0').map((key) => names(key.columns));
      return {
        name,
        kind: kind === 'table' ? 'table' : 'view',
        comment: saying(comment),
        columns: own.map(columnOf),
        primaryKey: ofTable.filter((key) => key.primary === '1').flatMap((key) => names(key.columns)),
        uniqueKeys: unique.filter((key) => key.every((column) => required.has(column))),
        references: (references.get(name) ?? []).map(referenceOf),
        mayDelete: may_delete === '1',
        unwritable: elsewhere === '1' ? 'its rows are in another database' : undefined,
      };
    }),
  };
};

async function isCurrent(engine: SourceEngine, schema: string | undefined): Promise<boolean> {
  const [found] = await engine.records('select current_schema() as "name"', []);
  return schema === undefined || found?.name === schema;
}

function columnOf(source: SourceRecord): ForeignColumn {
  const { column, type, comment, words, checks } = source;
  const name = column ?? '';
  const hasDefault = source.default === '1';
  const allowed = names(checks).flatMap((check) => [wordsOfCheck(check, name) ?? []]);
  return {
    name,
    ...partsOfType(type ?? ''),
    comment: saying(comment),
    words: words === null || words === undefined ? allowed.find((some) => some.length > 0) : names(words),
    mayRead: source.may_read === '1',
    mayInsert: source.may_insert === '1',
    mayUpdate: source.may_update === '1',
    isRequired: source.nullable === '0' && !hasDefault,
    hasDefault,
    isGenerated: source.generated === '1',
    isKeyMade: hasDefault,
    isTouched: false,
  };
}

function referenceOf({ columns, to, targets }: SourceRecord): ForeignReference {
  return { columns: names(columns), table: to ?? '', targets: names(targets) };
}

function names(json: string | null | undefined): string[] {
  return (JSON.parse(json ?? 'null') as string[] | null) ?? [];
}
