import { type FieldValue, UNREADABLE, writeValue } from '../../form/field-values.ts';
import { t } from '../../texts/index.ts';
import { asField, type Group, type Inner } from './inner-field.ts';

/** The cells of a text from a spreadsheet, where several were copied; undefined for a text of one cell. */
export function cellsOf(text: string): string[][] | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  return cells.length > 1 || cells.some((line) => line.length > 1) ? cells : undefined;
}

/** A group with the pasted cells in its members from the one at `column` on. Cells without a member are left out. */
export function withCells(
  group: Group,
  members: readonly Inner[],
  column: number,
  cells: readonly string[],
): Group {
  const pasted = cells.flatMap((cell, at) => {
    const member = members[column + at];
    return member ? [[member.name, valueOfCell(member, cell)] as const] : [];
  });
  return { ...group, ...Object.fromEntries(pasted) };
}

/** The value that a cell means. What cannot be read stays as it is, for the server to say what is wrong. */
export function valueOfCell(member: Inner, cell: string): unknown {
  const written = writeValue(asField(member), fieldValueOf(member, cell));
  return written === UNREADABLE ? cell : written;
}

const YES: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'x', '✓', '是']);
const NO: ReadonlySet<string> = new Set(['0', 'false', 'no', '', '否']);

function fieldValueOf({ kind, choices }: Inner, cell: string): FieldValue {
  const word = cell.toLowerCase();
  if (kind === 'boolean') {
    if (YES.has(word) || word === t.fields.yes.toLowerCase()) return true;
    return NO.has(word) || word === t.fields.no.toLowerCase() ? false : cell;
  }
  if (kind !== 'choice') return cell;
  return (
    choices?.find(({ value, label }) => [value, label].some((one) => one.toLowerCase() === word))?.value ??
    cell
  );
}
