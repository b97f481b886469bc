import type { SourceEngine } from '../../import-lin/exports.ts';
import type { ForeignColumn, ForeignDialect, ForeignSchema, ForeignTable } from '../schema/foreign-schema.ts';
import type { AdoptedField, AdoptedTable } from './adopted-table.ts';
import { type Facts, factAbout, factsOf, quoted } from './facts.ts';
import { declaredKey, foundKey, type Key, type NoKey } from './key-of.ts';
import { Names, timeNamed } from './names.ts';
import { planWrites } from './plan-writes.ts';
import { serveMysql } from './serve-mysql.ts';
import { servePostgres } from './serve-postgres.ts';
import { serveSqlite } from './serve-sqlite.ts';
import type { LeftOut, ServeColumn } from './served-column.ts';

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
  const planned = named.map(({ facts, ...one }) => {
    const read = { ...one, ...planFields(schema, one, facts, targets) };
    return { ...read, writes: planWrites(read) };
  });
  const without = (table: ForeignTable, why: string | undefined) => (why === undefined ? [] : { table, why });
  return {
    dialect: schema.dialect,
    adopted: planned.filter((one) => oddPart(one) === undefined),
    refused: [
      ...candidates.flatMap(({ table, key }) => without(table, 'noKey' in key ? key.noKey : undefined)),
      ...planned.flatMap((one) => without(one.table, oddPart(one))),
    ],
  };
}

/** Why the columns of a key cannot make an id; undefined if they can. */
function oddPart({ key, fields }: Pick<AdoptedTable, 'key' | 'fields'>): string | undefined {
  if (key.form !== 'several') return undefined;
  const odd = key.columns.find((column) => {
    const served = fields.find((field) => field.column === column)?.served;
    return !served || ('make' in served && !IN_KEYS.has(served.make));
  });
  return odd && `its key has several columns, and the values of ${odd.name} make no part of an id`;
}

/** The kinds of fields whose values make an id of several. */
const IN_KEYS: ReadonlySet<string> = new Set(['bigint', 'choice', 'date', 'integer', 'longText', 'text']);

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
    /[?;`\\\p{Cc}]/u.test(name),
  );
  if (odd !== undefined)
    return without(`the name ${JSON.stringify(odd)} has characters that no select here can hold`);
  const declared = declaredKey(table);
  const key =
    'noKey' in declared && table.kind === 'view' ? await foundKey(engine, schema, table, from) : declared;
  if ('noKey' in key) return without(key.noKey);
  const secret = key.columns.find(({ name }) => SECRET.test(name));
  if (secret) return without(`the name of its key, ${secret.name}, says that it is a secret`);
  const named = key.columns.map(({ name }) => quoted(name));
  if (key.form === 'several' && (await holdsNull(engine, named, from)))
    return without(
      `its key has several columns (${key.columns.map(({ name }) => name).join(', ')}), and one of them holds null`,
    );
  return { table, from, key, facts: await factsOf(engine, schema.dialect, table, from) };
}

/** Whether a column of a key is null somewhere: SQLite lets it. */
async function holdsNull(engine: SourceEngine, columns: readonly string[], from: string): Promise<boolean> {
  const isNull = columns.map((column) => `${column} is null`).join(' or ');
  return (await engine.records(`select 1 as "found" from ${from} where ${isNull} limit 1`, [])).length > 0;
}

/** A collection that columns may refer to. */
type Target = Pick<AdoptedTable, 'name' | 'key'>;
type Targets = ReadonlyMap<string, Target>;

function planFields(
  { dialect }: ForeignSchema,
  { table, key }: Pick<AdoptedTable, 'table' | 'key'>,
  facts: ReadonlyMap<string, Facts>,
  targets: Targets,
): Pick<AdoptedTable, 'fields' | 'times' | 'leftOut'> {
  const names = new Names();
  const fields: AdoptedField[] = [];
  const times: AdoptedField[] = [];
  const leftOut: { column: string; why: string }[] = [];
  for (const column of table.columns) {
    const target = targetOf(table, column, targets);
    const isId = key.form !== 'several' && key.columns[0]?.name === column.name;
    if (isId && target === undefined) continue;
    const served = servedColumn(dialect, column, factAbout(facts, column.name), target);
    const time = 'make' in served && served.make === 'dateTime' ? timeNamed(column.name) : undefined;
    if ('leftOut' in served) leftOut.push({ column: column.name, why: served.leftOut });
    else if (time && !times.some(({ name }) => name === time)) times.push({ name: time, column, served });
    else fields.push({ name: names.nameFor(column.name), column, served });
  }
  return { fields, times, leftOut };
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
    const [key, ...others] = target?.key.columns ?? [];
    if (columns.length === 1 && columns[0] === name && others.length === 0 && there[0] === key?.name)
      return target;
  }
  return undefined;
}
