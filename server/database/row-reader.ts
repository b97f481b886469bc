import type { Shape } from '../../contract/column.ts';
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
