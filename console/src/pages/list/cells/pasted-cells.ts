import type { FieldDescription } from '../../../api/definitions.ts';
import type { ListedRecord } from '../../../api/records/record-list.ts';
import type { RecordValues } from '../../../api/records/write-cells.ts';
import { valueOfCell } from '../../../fields/nested/pasted-table.ts';
import { readValue } from '../../../form/field-values.ts';
import type { Values } from '../../../form/record-merge.ts';

/** As many as are read anew by one request. */
export const MOST_ROWS = 100;

/** A cell that may be edited, of a record in a list. */
export interface Target {
  readonly record: ListedRecord;
  readonly field: FieldDescription;
}

/** The values that pasted cells give to records; undefined if one of them is beyond the list or may not be changed. */
export function valuesOfCells(
  cells: readonly (readonly string[])[],
  targetAt: (row: number, column: number) => Target | undefined,
): RecordValues[] | undefined {
  if (cells.length > MOST_ROWS) return undefined;
  const records: RecordValues[] = [];
  for (const [row, line] of cells.entries()) {
    const targets = line.map((_, column) => targetAt(row, column));
    const [first] = targets;
    if (!first || targets.includes(undefined)) return undefined;
    const values: Values = Object.fromEntries(
      targets.flatMap((target, column) =>
        target ? [[target.field.name, valueFor(target.field, line[column] ?? '')]] : [],
      ),
    );
    records.push({ id: first.record.id, values });
  }
  return records;
}

/** An empty cell takes the value away. */
function valueFor(field: FieldDescription, cell: string) {
  return cell === '' ? null : readValue(field, valueOfCell(field, cell));
}
