// What the schema offers to its steps and to commands.

export { droppedColumns, fieldOfShadow, shadowOf } from './column-names.ts';
export {
  backfillValue,
  compareTypes,
  describeColumn,
  hasSameLocale,
  hasSamePolicy,
  keepsColumn,
  wantedColumns,
} from './columns.ts';
export { nextGeneration } from './generations.ts';
export { fillNulls, renameColumn } from './operations.ts';
export type { RecordedColumn } from './schema-state.ts';
export { type ColumnChange, currentColumn, recordedOf, type Table } from './table.ts';
