import type { Shape } from '../../contract/column.ts';
import type { MaybePromise } from '../shared/maybe-promise.ts';
import { inTurns } from '../shared/turn.ts';
import { compiledWhenUsed } from './compiled-row.ts';
import type { Engine, Raw } from './engine.ts';
import { isStoredAsIs } from './values.ts';

/** Makes a function that reads an engine's rows as values of these columns. */
export function rowReader<Row>(engine: Pick<Engine, 'decode'>, shape: Shape): (raw: Raw) => Row {
  const columns = Object.entries(shape);
  const slowly = (raw: Raw) => {
    const row: Raw = {};
    for (const [name, column] of columns) {
      const value = raw[name];
      row[name] = value === null || value === undefined ? null : engine.decode(column, value);
    }
    return row as Row;
  };
  return compiledWhenUsed(slowly, () => ({
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
