import { suggestion } from '../../shared/text/words.ts';
import { type AccessRule, alternativesOf } from '../access-rule.ts';
import type { Definition } from '../define-collection.ts';
import type { WrittenTable } from '../types/query-source.ts';
import { isPlainObject, type OptionCheck, type OptionTable, problemsOfOptions } from './options.ts';

const aName: OptionCheck = { allowed: 'the name of a column', accepts: isName };

const isIn = (words: readonly string[]) => (value: unknown) => words.some((word) => word === value);

/** The options of `writes`. */
const WRITES: OptionTable<Omit<WrittenTable, 'uses'>> = {
  owner: "'writes'",
  checks: {
    table: {
      allowed: 'the name of a table, or a list of its schema and its name',
      accepts: (value) =>
        isName(value) || (Array.isArray(value) && value.length === 2 && value.every(isName)),
      isNeeded: true,
    },
    key: aName,
    newKeys: { allowed: "'database' or 'uuid'", accepts: isIn(['database', 'uuid']) },
    columns: {
      allowed:
        "an object with a column for each written field: its name, or { column: 'price', sql: '? / 100' }",
      accepts: (value) => isPlainObject(value) && Object.values(value).every(isColumn),
      isNeeded: true,
    },
  },
};

/** The option `writes` of a query. */
export const queryWrites: OptionCheck = {
  allowed: "an object such as { table: 'film', key: 'film_id', columns: { title: 'title' } }",
  accepts: isPlainObject,
};

/** The problems of the option `writes`. */
export function problemsOfWrites(writes: unknown): string[] {
  return writes === undefined ? [] : problemsOfOptions(WRITES, writes);
}

interface Written {
  readonly written: WrittenTable | undefined;
  /** The fields that make an id of several. */
  readonly key: readonly string[] | undefined;
  readonly times: readonly string[];
  /** What ids are. */
  readonly form: 'number' | 'text' | 'uuid';
  /** The rule of the history. */
  readonly history: AccessRule | undefined;
}

/** Why what a query writes contradicts what it answers. */
export function contradictionsOfWrites(
  { fields, required }: Definition,
  { written, key, times, form, history }: Written,
): string[] {
  if (!written) return [];
  const { columns, uses, newKeys } = written;
  const names = [...Object.keys(fields), ...times];
  const unknown = [...columns.keys()].filter((name) => !names.includes(name));
  const problems: (readonly [isSo: boolean, problem: string])[] = [
    ...unknown.map(
      (name) => [true, `'writes': there is no field '${name}'${suggestion(name, names)}`] as const,
    ),
    [
      key !== undefined && written.key !== undefined,
      "'writes': an id of several fields has no 'key' of its own",
    ],
    [
      key === undefined && written.key === undefined,
      "'writes': 'key' must name the column that is answered as id",
    ],
    [
      key?.some((name) => !columns.has(name)) === true,
      "'writes': the fields of the id need columns, by which a row is found",
    ],
    [uses.length === 0, "'writes': access must say who may create, update or delete"],
    [
      uses.includes('create') && key === undefined && newKeys === undefined,
      "'writes': without 'newKeys' nothing is created, so access has no 'create'",
    ],
    [newKeys === 'uuid' && form === 'number', "'writes': 'newKeys' are UUIDs, and ids whole numbers"],
    [
      newKeys === 'uuid' && [...columns.values()].some(({ column }) => column === written.key),
      "'writes': 'newKeys' are UUIDs, so no field is written to the column of 'key'",
    ],
    [
      newKeys !== undefined && key !== undefined,
      "'writes': an id of several fields is sent, so it has no 'newKeys'",
    ],
    [required.some((name) => !columns.has(name)), "'writes': what is required must have a column"],
    [
      history !== undefined &&
        alternativesOf(history).some((rule) => 'records' in rule && rule.records === 'own'),
      "access names 'history' of own records, and nobody is kept as the creator",
    ],
  ];
  return problems.flatMap(([isSo, problem]) => (isSo ? problem : []));
}

/** A name that can stand in SQL. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !/[?;`\\\p{Cc}]/u.test(value);
}

function isColumn(value: unknown): boolean {
  if (isName(value)) return true;
  if (!isPlainObject(value)) return false;
  const { column, sql, ...others } = value;
  return isName(column) && typeof sql === 'string' && isOneValue(sql) && Object.keys(others).length === 0;
}

/** SQL of a value: it names the value, and ends no statement. */
function isOneValue(sql: string): boolean {
  return sql.includes('?') && !sql.includes(';');
}
