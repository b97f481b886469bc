import type { Column } from '../../contract/column.ts';
import { type Point, pointText } from '../shared/globe.ts';
import { guardFormulas, guardFormulasInJson, guardValues } from '../shared/text/formulas.ts';
import { isValueOfSheet } from '../shared/text/sheet-values.ts';
import type { Raw, Sheet, TextForm } from './engine.ts';
import { jsonOf } from './row-json.ts';
import { decode } from './values.ts';

/** More digits than a spreadsheet keeps of a number. */
const MANY_DIGITS = /\d{16}/;

/** A line of a file that spreadsheets open and save again without a change of its values. */
export function sheetWriter(columns: TextForm['columns'], sheet: Sheet): (row: Raw) => string {
  const cells = columns.map(([name, column]) => [name, sheetCell(name, column, sheet)] as const);
  return (row) => {
    const line = cells.map(([name, write]) => {
      const raw = row[name];
      return raw === null || raw === undefined ? '' : quoted(write(raw));
    });
    return `${line.join(sheet.separator)}\r\n`;
  };
}

function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function sheetCell(name: string, column: Column, sheet: Sheet): (raw: unknown) => string {
  switch (column.type) {
    case 'string':
    case 'text': {
      const marksEmpty = sheet.emptyTexts.includes(name);
      return (raw) => (raw === '' && !marksEmpty ? '' : guardValues(raw as string));
    }
    case 'json':
    case 'ids':
      return (raw) => guardedJson(jsonOf(column, raw));
    case 'point':
      return (raw) => `'${pointText(decode(column, raw) as Point)}`;
    case 'time':
      return (raw) => guardFormulas(momentIn(sheet.zone, Number(raw)));
    case 'decimal':
      return (raw) => guardedNumber(String(decode(column, raw)), sheet);
    case 'boolean':
      return (raw) => (decode(column, raw) ? 'TRUE' : 'FALSE');
    default:
      return (raw) => guardedNumber(String(raw), sheet);
  }
}

function guardedJson(json: string): string {
  return isValueOfSheet(json) ? `'${json}` : guardFormulasInJson(json);
}

/** Where cells are separated by semicolons, the comma is the decimal separator. */
function guardedNumber(number: string, { separator }: Sheet): string {
  const digits = number.replace(/\D/g, '');
  if (MANY_DIGITS.test(digits)) return `'${number}`;
  return separator === ';' ? number.replace('.', ',') : number;
}

/** A moment in ISO 8601, with the offset of a zone; in UTC where the offset has seconds, or the zone no such day. */
function momentIn(zone: string, milliseconds: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(milliseconds);
  const inUtc = instant.toString({ smallestUnit: 'millisecond' });
  try {
    const local = instant.toString({ smallestUnit: 'millisecond', timeZone: zone });
    return Temporal.Instant.from(local).epochMilliseconds === milliseconds ? local : inUtc;
  } catch {
    return inUtc;
  }
}
