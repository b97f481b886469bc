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

const SCHEMA = `table_schema = coalesce(nullif(?, ''), database())`;

const TABLES = `select table_name as "table", table_type as "kind", table_comment as "comment", engine as "engine" from information_schema.tables where ${SCHEMA} and table_type in ('BASE TABLE', 'VIEW') order by table_name`;

const COLUMNS = `
  select table_name as "table", column_name as "column", column_type as "type", column_comment as "comment", is_nullable as "nullable",
    privileges as "rights", extra as "extra", case when coalesce(column_default, 'NULL') = 'NULL' then 0 else 1 end as "default"
  from information_schema.columns where ${SCHEMA} order by table_name, ordinal_position`;

const KEYS = `
  select table_name as "table", index_name as "name", column_name as "column", sub_part as "part"
  from information_schema.statistics where ${SCHEMA} and non_unique = 0 order by table_name, index_name, seq_in_index`;

const REFERENCES = `
  select table_name as "table", constraint_name as "name", column_name as "column", referenced_table_name as "to", referenced_column_name as "target"
  from information_schema.key_column_usage
  where ${SCHEMA} and referenced_table_schema = table_schema order by table_name, constraint_name, ordinal_position`;

/** Rights to delete, as far as they are not given by roles: they name no columns. */
const DELETABLE = `
  select t.table_name as "table" from information_schema.tables t
  where t.${SCHEMA} and exists (
    select 1 from (
      select grantee, '%' as held, '%' as named from information_schema.user_privileges where privilege_type = 'DELETE'
      union all select grantee, table_schema, '%' from information_schema.schema_privileges where privilege_type = 'DELETE'
      union all select grantee, table_schema, table_name from information_schema.table_privileges where privilege_type = 'DELETE'
    ) as r
    where replace(r.grantee, '''', '') = current_user() and t.table_schema like r.held and (r.named = '%' or r.named = t.table_name))`;

/** MySQL's list of checks does not say of which table they are. */
const CHECKS = `
  select t.table_name as "table", c.check_clause as "check" from information_schema.table_constraints t
    join information_schema.check_constraints c on c.constraint_schema = t.constraint_schema and c.constraint_name = t.constraint_name
  where t.${SCHEMA} and t.constraint_type = 'CHECK'`;

/** MariaDB's does, and must: checks of several tables have the same name. */
const CHECKS_OF_MARIADB = `select table_name as "table", check_clause as "check" from information_schema.check_constraints where constraint_${SCHEMA.slice(6)}`;

/** Reads a database of MySQL or MariaDB, as its information schema describes it. */
export const inspectMysql: Inspect = async (engine, schema) => {
  await engine.records(`set session sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT'`, []);
  const ask = (sql: string) => engine.records(sql, [schema ?? '']);
  const by = async (sql: string) => Map.groupBy(await ask(sql), ({ table }) => table ?? '');
  const tables = await ask(TABLES);
  const [columns, keys, references] = [await by(COLUMNS), await by(KEYS), await by(REFERENCES)];
  const deletable = new Set((await ask(DELETABLE)).map(({ table }) => table));
  const [server] = await engine.records('select version() as "version"', []);
  const checks = await by(/mariadb/i.test(server?.version ?? '') ? CHECKS_OF_MARIADB : CHECKS);
  return {
    dialect: 'mysql',
    qualifier: (await isCurrent(engine, schema)) ? undefined : schema,
    tables: tables.map(({ table, kind, comment, engine: storage }): ForeignTable => {
      const name = table ?? '';
      const own = columns.get(name) ?? [];
      const isTable = kind === 'BASE TABLE';
      const allowed = (checks.get(name) ?? []).map(({ check }) => check ?? '');
      const required = new Set(own.flatMap((one) => (one.nullable === 'NO' ? (one.column ?? []) : [])));
      const unique = keysOf(keys.get(name) ?? []);
      const others = [...unique].flatMap(([key, held]) => (key === 'PRIMARY' ? [] : [held]));
      return {
        name,
        kind: isTable ? 'table' : 'view',
        comment: isTable ? saying(comment) : undefined, // of a view, it is the word VIEW
        columns: own.map((column) => columnOf(column, allowed)),
        primaryKey: unique.get('PRIMARY') ?? [],
        uniqueKeys: others.filter((key) => key.every((column) => required.has(column))),
        references: referencesOf(references.get(name) ?? []),
        mayDelete: deletable.has(name),
        unwritable:
          storage?.toLowerCase() === 'innodb'
            ? undefined
            : `its storage engine, ${storage}, has no transactions`,
      };
    }),
  };
};

async function isCurrent(engine: SourceEngine, schema: string | undefined): Promise<boolean> {
  const [found] = await engine.records('select database() as "name"', []);
  return schema === undefined || found?.name === schema;
}

function columnOf(source: SourceRecord, checks: readonly string[]): ForeignColumn {
  const { column, type, comment, rights, extra } = source;
  const name = column ?? '';
  const isKeyMade = /auto_increment/i.test(extra ?? '');
  const isGenerated = /(virtual|stored|persistent) generated|^(virtual|stored|persistent)$/i.test(
    extra ?? '',
  );
  const hasDefault = source.default === '1';
  const written = type ?? '';
  const isList = /^(enum|set)\(/i.test(written);
  const words = /^enum\(/i.test(written) ? wordsOfCheck(`${name} in ${written.slice(4)}`, name) : undefined;
  const allowed = checks
    .flatMap((check) => [wordsOfCheck(check, name) ?? []])
    .find((some) => some.length > 0);
  return {
    name,
    ...partsOfType(isList ? written.replace(/\(.*/s, '') : written),
    comment: saying(comment),
    words: words ?? allowed,
    mayRead: /select/.test(rights ?? ''),
    mayInsert: /insert/.test(rights ?? ''),
    mayUpdate: /update/.test(rights ?? ''),
    isRequired: source.nullable === 'NO' && !hasDefault && !isKeyMade && !isGenerated,
    hasDefault,
    isGenerated,
    isKeyMade,
    isTouched: /on update/i.test(extra ?? ''),
  };
}

/** The columns of each unique index of whole columns, by its name. */
function keysOf(parts: readonly SourceRecord[]): ReadonlyMap<string, readonly string[]> {
  const byName = [...Map.groupBy(parts, ({ name }) => name ?? '')];
  const whole = byName.filter(([, some]) =>
    some.every(({ column, part }) => column !== null && part === null),
  );
  return new Map(whole.map(([name, some]) => [name, some.map(({ column }) => column ?? '')]));
}

function referencesOf(parts: readonly SourceRecord[]): ForeignReference[] {
  return [...Map.groupBy(parts, ({ name }) => name).values()].map((some) => ({
    columns: some.map(({ column }) => column ?? ''),
    table: some[0]?.to ?? '',
    targets: some.map(({ target }) => target ?? ''),
  }));
}
