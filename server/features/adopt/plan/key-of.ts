import type { SourceEngine } from '../../import-lin/exports.ts';
import type { ForeignColumn, ForeignSchema, ForeignTable } from '../schema/foreign-schema.ts';
import { quoted } from './facts.ts';

/** The column that tells the rows of a table apart, and is served as `id`; or several whose values make it. */
export interface Key {
  readonly columns: readonly ForeignColumn[];
  readonly form: 'number' | 'text' | 'uuid' | 'several';
}

/** Why a table has none. */
export interface NoKey {
  readonly noKey: string;
}

const NUMBERS = /^(tinyint|smallint|mediumint|int|integer|bigint|int2|int4|int8)( unsigned)?( zerofill)?$/;
const TEXTS = /^(char|varchar|nvarchar|nchar|character|character varying|bpchar|text|citext|name)$/;

/** The form of ids that a column could be; undefined for columns of dates, decimals and so on. */
function formOf({ base }: ForeignColumn): Key['form'] | undefined {
  if (NUMBERS.test(base)) return 'number';
  if (base === 'uuid') return 'uuid';
  return TEXTS.test(base) ? 'text' : undefined;
}

/** Whether a column may be one of several that make an id. */
function isPart(column: ForeignColumn): boolean {
  return (
    column.mayRead && (formOf(column) !== undefined || column.base === 'date' || column.words !== undefined)
  );
}

/** The key that a table declares: its primary key, or another one. One column is preferred. */
export function declaredKey({ columns, primaryKey, uniqueKeys }: ForeignTable): Key | NoKey {
  const keys = [primaryKey, ...uniqueKeys].flatMap((key) => {
    const column = columns.find(({ name }) => name === key[0]);
    return key.length === 1 && column?.mayRead ? [column] : [];
  });
  const forms = keys.flatMap((column): Key[] => {
    const form = formOf(column);
    return form ? [{ columns: [column], form }] : [];
  });
  const [first] = forms;
  if (first) return first;
  const [several] = [primaryKey, ...uniqueKeys].filter(({ length }) => length > 1);
  if (several) return keyOfSeveral(columns, several);
  const [only] = keys;
  return { noKey: only ? `its key ${only.name} is of the type ${only.type}` : 'it has no key' };
}

function keyOfSeveral(columns: readonly ForeignColumn[], names: readonly string[]): Key | NoKey {
  const parts = names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const odd = parts.find((column) => !isPart(column));
  return odd
    ? {
        noKey: `its key has several columns (${names.join(', ')}), and ${odd.name} is of the type ${odd.type}`,
      }
    : { columns: parts, form: 'several' };
}

/** The columns of a view, which declares no key, that may be one: those that are named so. */
function likelyKeys({ name, columns }: ForeignTable): ForeignColumn[] {
  const rank = (column: string) => {
    const word = column.toLowerCase();
    return word === 'id' ? 0 : word === `${name.toLowerCase()}_id` ? 1 : word.endsWith('id') ? 2 : 3;
  };
  return columns
    .filter((column) => column.mayRead && rank(column.name) < 3)
    .toSorted((one, other) => rank(one.name) - rank(other.name));
}

/** The column of a view whose stored values tell its rows apart, all of the same form. */
export async function foundKey(
  engine: SourceEngine,
  { dialect }: ForeignSchema,
  table: ForeignTable,
  from: string,
): Promise<Key | NoKey> {
  for (const column of likelyKeys(table)) {
    const form =
      formOf(column) ?? (dialect === 'sqlite' ? await storedForm(engine, column, from) : undefined);
    if (form && (await isDistinct(engine, column.name, from))) return { columns: [column], form };
  }
  return { noKey: 'it declares no key, and no column named like one tells its rows apart' };
}

/** The form of a column that a view of SQLite computes, whose type nothing declares. */
async function storedForm(
  engine: SourceEngine,
  { name }: ForeignColumn,
  from: string,
): Promise<Key['form'] | undefined> {
  const [found] = await engine.records(
    `select group_concat(distinct typeof(${quoted(name)})) as "classes" from ${from}`,
    [],
  );
  return found?.classes === 'integer' ? 'number' : found?.classes === 'text' ? 'text' : undefined;
}

/** Whether a column holds a different value in each row. */
export async function isDistinct(engine: SourceEngine, column: string, from: string): Promise<boolean> {
  const [found] = await engine.records(
    `select count(*) as "all", count(distinct ${quoted(column)}) as "different" from ${from}`,
    [],
  );
  return found?.all === found?.different;
}
