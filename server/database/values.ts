import { type Column, isWideDecimal, type Shape } from '../../contract/column.ts';
import { toJson } from '../shared/exact-json.ts';
import { type Point, packed, unpacked } from '../shared/globe.ts';
import { fromJson } from '../shared/json.ts';
import type { MaybePromise } from '../shared/maybe-promise.ts';
import { withPoint } from '../shared/text/with-point.ts';
import { inTurns } from '../shared/turn.ts';
import { fromWide, toWide } from '../shared/wide-number.ts';
import type { Engine, Raw } from './engine.ts';
import { nestedValue } from './nested-values.ts';

// All engines store values alike. Numbers have 64 bits, and a decimal is a whole number of its smallest unit, so they compare,
// sort and add exactly and in the same way everywhere; one of more digits is a text that does. JSON is stored as text, and
// returned as it was sent.

/** A row's value as engines store it. Never called with null. */
export function encode(column: Column, value: unknown): unknown {
  switch (column.type) {
    case 'decimal': {
      const units = BigInt(String(value).replace('.', ''));
      return isWideDecimal(column) ? toWide(units) : units;
    }
    case 'point':
      return packed(value as Point); // cleaned by its field
    case 'json':
    case 'ids':
      return toJson(value);
    default:
      return value;
  }
}

/** A stored value as an SQL literal, the same on every engine. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/**
 * A row's value from what a driver returned; drivers differ in how they return 64 bits. Never called with null. Throws Unfit for a
 * value of another type, which selects of queries may answer on SQLite.
 */
export function decode(column: Column, raw: unknown): unknown {
  switch (column.type) {
    case 'boolean':
      return toNumber(raw, column) === 1;
    case 'integer':
    case 'time':
      return typeof raw === 'number' ? raw : toNumber(raw, column);
    case 'bigint':
      return toBigint(raw, column);
    case 'decimal':
      return withPoint(toUnits(raw, column), column.scale);
    case 'json':
      return column.nested ? nestedValue(column, toJsonValue(raw)) : toJsonValue(raw);
    case 'point':
      return unpacked(toBigint(raw, column));
    case 'ids':
      return toIds(raw);
    default:
      return raw;
  }
}

/** Whether `encode` and `decode` change no value of a column. */
function isStoredAsIs({ type }: Column): boolean {
  return type === 'string' || type === 'text';
}

/** Reads the JSON of a list of ids. */
function toIds(raw: unknown): bigint[] {
  if (raw === '[]') return [];
  try {
    return (raw as string).slice(1, -1).split(',').map(BigInt);
  } catch (cause) {
    throw new Unfit('ids', { cause });
  }
}

/** A value of another type than its column. */
export class Unfit extends Error {
  readonly type: Column['type'];

  constructor(
    type: Column['type'],
    { of, ...options }: ErrorOptions & { readonly of?: string | undefined } = {},
  ) {
    super(`${of === undefined ? 'a value' : `the value of '${of}'`} is no ${type}`, options);
    this.type = type;
  }
}

function toNumber(raw: unknown, { type }: Column): number {
  const number = Number(raw);
  if (raw === '' || Number.isNaN(number)) throw new Unfit(type);
  return number;
}

function toBigint(raw: unknown, { type }: Column): bigint {
  if (typeof raw === 'bigint') return raw;
  if (raw === '') throw new Unfit(type); // which would be 0
  try {
    return BigInt(raw as string | number);
  } catch (cause) {
    throw new Unfit(type, { cause });
  }
}

/** The whole number of a decimal's smallest units. */
function toUnits(raw: unknown, column: Column): bigint {
  if (!isWideDecimal(column)) return toBigint(raw, column);
  const units = typeof raw === 'string' ? fromWide(raw) : undefined;
  if (units === undefined) throw new Unfit(column.type);
  return units;
}

function toJsonValue(raw: unknown): unknown {
  try {
    return fromJson(raw as string);
  } catch (cause) {
    throw new Unfit('json', { cause });
  }
}

/** The exact sum, on engines whose sums exceed 64 bits. */
export const wideSum: Engine['sum'] = {
  sql: (column) => `sum("${column}")`,
  read: (raw) => BigInt(String(raw)),
};

/** Makes a function that reads an engine's rows as values of these columns. */
export function rowReader<Row>(engine: Decoder, shape: Shape): (raw: Raw) => Row {
  const columns = Object.entries(shape);
  const slowly = (raw: Raw) => {
    const row: Raw = {};
    for (const [name, column] of columns) {
      const value = raw[name];
      row[name] = value === null || value === undefined ? null : engine.decode(column, value);
    }
    return row as Row;
  };
  const read = compiledWhenUsed(slowly, () => ({
    by: columns.map(
      ([, column]) =>
        (value: unknown) =>
          value === null ? null : engine.decode(column, value),
    ),
    members: columns.map(([name, column], index) => {
      const value = `(given[${JSON.stringify(name)}]??null)`;
      return [name, isStoredAsIs(column) ? value : `by[${index}]${value}`];
    }),
  }));
  return namingUnfit(engine, columns, read);
}

type Decoder = Pick<Engine, 'decode'>;
type Columns = readonly (readonly [name: string, column: Column])[];

/** As `read`; an error about a value names the column that holds it. */
export function namingUnfit<T>(engine: Decoder, columns: Columns, read: (raw: Raw) => T): (raw: Raw) => T {
  return (raw) => {
    try {
      return read(raw);
    } catch (error) {
      throw error instanceof Unfit ? naming(error, engine, columns, raw) : error;
    }
  };
}

function naming(error: Unfit, engine: Decoder, columns: Columns, raw: Raw): Unfit {
  const found = columns.find(([name, column]) => {
    try {
      if (raw[name] !== null && raw[name] !== undefined) engine.decode(column, raw[name]);
      return false;
    } catch {
      return true;
    }
  });
  return new Unfit(error.type, { cause: error.cause, of: found?.[0] });
}

/** Rows with more characters of JSON are parsed in several turns: with many names, these take about 20 ms. */
const LONG_JSON = 200_000;

/** Makes a function that reads many rows, in several turns of the event loop if they hold much JSON. */
export function rowsReader<Row>(
  engine: Pick<Engine, 'decode'>,
  shape: Shape,
): (raws: readonly Raw[]) => MaybePromise<Row[]> {
  const read = rowReader<Row>(engine, shape);
  const json = Object.keys(shape).filter((name) => shape[name]?.type === 'json');
  if (json.length === 0) return (raws) => raws.map(read);
  return (raws) => (charactersOf(raws, json) < LONG_JSON ? raws.map(read) : inTurns(readEach(raws, read)));
}

function charactersOf(raws: readonly Raw[], columns: readonly string[]): number {
  let sum = 0;
  for (const raw of raws) for (const name of columns) sum += String(raw[name] ?? '').length;
  return sum;
}

function* readEach<Row>(raws: readonly Raw[], read: (raw: Raw) => Row): Generator<undefined, Row[]> {
  const rows: Row[] = [];
  for (const raw of raws) {
    rows.push(read(raw));
    yield;
  }
  return rows;
}

/** Compiling takes as long as making hundreds of rows, so statements that make fewer are not compiled. */
const ROWS_BEFORE_COMPILING = 200;

type Make<Given, Row> = (given: Given) => Row;

/** A member of a row: its name, and JavaScript that computes its value from `given` and the functions of `by`. */
type Member = readonly [name: string, expression: string];

/**
 * Makes rows as `slowly` does, but compiles an object literal once there are many. Setting properties one by one takes several
 * times as long, and leaves garbage each time the object grows.
 */
export function compiledWhenUsed<Given, Row>(
  slowly: Make<Given, Row>,
  describe: () => { readonly members: readonly Member[]; readonly by?: readonly unknown[] },
): Make<Given, Row> {
  let make = slowly;
  let left = ROWS_BEFORE_COMPILING;
  return (given) => {
    if (left > 0) {
      left -= 1;
      if (left === 0) make = compile(describe());
    }
    return make(given);
  };
}

function compile<Given, Row>({ members, by = [] }: ReturnType<Parameters<typeof compiledWhenUsed>[1]>) {
  const literal = members.map(([name, expression]) => `${keyOf(name)}:${expression}`).join();
  // Names come from definitions and compiled queries, and are quoted.
  return new Function('by', `return (given) => ({${literal}})`)(by) as Make<Given, Row>; // what `describe` describes
}

/** As a plain key, `__proto__` would set the prototype. */
function keyOf(name: string): string {
  return name === '__proto__' ? `["${name}"]` : JSON.stringify(name);
}
