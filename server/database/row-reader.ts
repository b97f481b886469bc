import type { Shape } from '../../contract/column.ts';
import type { Engine, Raw } from './engine.ts';

/** Makes a function that reads an engine's rows as values of these columns. */
export function rowReader<Row>(engine: Engine, shape: Shape): (raw: Raw) => Row {
  const columns = Object.entries(shape);
  return (raw) => {
    const row: Raw = {};
    for (const [name, column] of columns) {
      const value = raw[name];
      row[name] = value === null || value === undefined ? null : engine.decode(column, value);
    }
    return row as Row;
  };
}
