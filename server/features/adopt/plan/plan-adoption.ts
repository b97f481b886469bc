import type { SourceEngine } from '../../import-lin/exports.ts';
import type { ForeignColumn, ForeignDialect, ForeignSchema, ForeignTable } from '../schema/foreign-schema.ts';
import { type Facts, factAbout, factsOf, quoted } from './facts.ts';
import { declaredKey, foundKey, type Key, type NoKey } from './key-of.ts';
import { Names } from './names.ts';
import { serveMysql } from './serve-mysql.ts';
import { servePostgres } from './serve-postgres.ts';
import { serveSqlite } from './serve-sqlite.ts';
import type { LeftOut, ServeColumn, ServedColumn } from './served-column.ts';

/** A table or view that is served, and how. */
export interface AdoptedTable {
  readonly table: ForeignTable;
  /** The table in SQL. */
  readonly from: string;
  /** The name of its collection. */
  readonly name: string;
  readonly key: Key;
  readonly fields: readonly AdoptedField[];
  readonly leftOut: readonly { readonly column: string; readonly why: string }[];
}

export interface AdoptedField {
  readonly name: string;
  readonly column: ForeignColumn;
  /** The collection that it refers to, or how its values are served. */
  readonly served: { readonly reference: string; readonly sql: string } | ServedColumn;
}

/** What is served of a schema, and why the rest is not. */
export interface Adoption {
  readonly dialect: ForeignDialect;
  readonly adopted: readonly AdoptedTable[];
  readonly refused: readonly { readonly table: ForeignTable; readonly why: string }[];
}

/** A table with a key, and what its columns hold. */
interface Candidate {
  readonly table: ForeignTable;
  readonly from: string;
  readonly key: Key | NoKey;
  readonly facts: ReadonlyMap<string, Facts>;
}

const SERVE: Readonly<Record<ForeignDialect, ServeColumn>> = {
  mysql: serveMysql,
  postgres: servePostgres,
  sqlite: serveSqlite,
};

/** Names of columns that most likely hold what nobody should read. */
const SECRET =
  /pass(word|wd|phrase)?(_|$)|pwd|secret|token|salt|hash|credential|(api|private|server)_?key|sess(ion)?_?id$/i;

/** Reads what the tables of a schema hold, and plans how they are served. */
export async function planAdoption(engine: SourceEngine, schema: ForeignSchema): Promise<Adoption> {
  const candidates: Candidate[] = [];
  for (const table of schema.tables) candidates.push(await candidateOf(engine, schema, table));
  const names = new Names();
  const named = candidates.flatMap(({ key, ...one }) =>
    'noKey' in key ? [] : { ...one, key, name: names.nameFor(one.table.name) },
  );
  const targets = new Map(named.map(({ table, key, name }) => [table.name, { name, key }]));
  return {
    dialect: schema.dialect,
    adopted: named.map(({ facts, ...one }) => ({ ...one, ...planFields(schema, one, facts, targets) })),
    refused: candidates.flatMap(({ table, key }) => ('noKey' in key ? { table, why: key.noKey } : [])),
  };
}

async function candidateOf(
  engine: SourceEngine,
  schema: ForeignSchema,
  table: ForeignTable,
): Promise<Candidate> {
  const from = [...(schema.qualifier === undefined ? [] : [schema.qualifier]), table.name]
    .map(quoted)
    .join('.');
  const without = (noKey: string): Candidate => ({ table, from, key: { noKey }, facts: new Map() });
  if (table.kind === 'virtual table')
    return without('it is a virtual table, which a module of SQLite answers');
  if (!table.columns.some(({ mayRead }) => mayRead)) return without('the user of the URL may not read it');
  const odd = [table.name, ...table.columns.map(({ name }) => name)].find((name) =>
    /[?`\\\p{Cc}]/u.test(name),
  );
  if (odd !== undefined)
    return without(`the name ${JSON.stringify(odd)} has characters that no select here can hold`);
  const declared = declaredKey(table);
  const key =
    'noKey' in declared && table.kind === 'view' ? await foundKey(engine, schema, table, from) : declared;
  if ('noKey' in key) return without(key.noKey);
  if (SECRET.test(key.column.name))
    return without(`the name of its key, ${key.column.name}, says that it is a secret`);
  return { table, from, key, facts: await factsOf(engine, schema.dialect, table, from) };
}

/** A collection that columns may refer to. */
type Target = Pick<AdoptedTable, 'name' | 'key'>;
type Targets = ReadonlyMap<string, Target>;

function planFields(
  { dialect }: ForeignSchema,
  { table, key }: Pick<AdoptedTable, 'table' | 'key'>,
  facts: ReadonlyMap<string, Facts>,
  targets: Targets,
): Pick<AdoptedTable, 'fields' | 'leftOut'> {
  const names = new Names();
  const fields: AdoptedField[] = [];
  const leftOut: { column: string; why: string }[] = [];
  for (const column of table.columns) {
    const target = targetOf(table, column, targets);
    if (column.name === key.column.name && target === undefined) continue;
    const served = servedColumn(dialect, column, factAbout(facts, column.name), target);
    if ('leftOut' in served) leftOut.push({ column: column.name, why: served.leftOut });
    else fields.push({ name: names.nameFor(column.name), column, served });
  }
  return { fields, leftOut };
}

function servedColumn(
  dialect: ForeignDialect,
  column: ForeignColumn,
  facts: Facts,
  target: Target | undefined,
): AdoptedField['served'] | LeftOut {
  const name = quoted(column.name);
  if (!column.mayRead) return { leftOut: 'the user of the URL may not read it' };
  if (target) return { reference: target.name, sql: name };
  if (SECRET.test(column.name)) return { leftOut: 'its name says that it holds a secret' };
  return SERVE[dialect](column, name, facts);
}

/** The collection that a column refers to by a foreign key of its own, if that leads to what is served there as `id`. */
function targetOf(
  { references }: ForeignTable,
  { name }: ForeignColumn,
  targets: Targets,
): Target | undefined {
  for (const { columns, table, targets: there } of references) {
    const target = targets.get(table);
    if (columns.length === 1 && columns[0] === name && target && there[0] === target.key.column.name)
      return target;
  }
  return undefined;
}
