import type { Shape } from '../../../contract/column.ts';
import type { Engine, Raw } from '../../database/engine.ts';
import { rowReader } from '../../database/values.ts';
import { TREE_PATH, treePathColumn } from '../store/kept-columns.ts';

/** Columns of a record as JSON, in the engine's form so that they are read back exactly. */
export function keptState(engine: Engine, columns: Shape, record: Raw): Raw {
  const kept: Raw = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = record[name] ?? null;
    const raw = value === null ? null : engine.encode(column, value);
    kept[name] = typeof raw === 'bigint' ? String(raw) : raw;
  }
  return kept;
}

/** Reads what `keptState` wrote, without columns that no longer exist. */
export function readState(engine: Engine, columns: Shape, kept: Raw): Raw {
  const present = Object.entries(columns).filter(([name]) => Object.hasOwn(kept, name));
  const path = Object.hasOwn(kept, TREE_PATH) ? { [TREE_PATH]: treePathColumn } : {};
  return rowReader<Raw>(engine, { ...Object.fromEntries(present), ...path })(kept);
}
