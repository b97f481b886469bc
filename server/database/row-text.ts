import type { Column } from '../../contract/column.ts';
import { type Point, pointText } from '../shared/globe.ts';
import { guardFormulas, guardFormulasInJson } from '../shared/text/formulas.ts';
import type { Raw, TextChunk, TextForm } from './engine.ts';
import { jsonOf } from './row-json.ts';
import { sheetWriter } from './sheet-row.ts';
import { decode, namingUnfit } from './values.ts';

/** A chunk ends after the row that reaches this many characters. */
const ENOUGH = 262_144;

const utf8 = new TextEncoder();

/** Writes one chunk of rows as an engine returns them. In a JSON array, each row begins with a comma and a line break. */
export function writeChunk(rows: Iterable<Raw>, form: TextForm): TextChunk {
  const write = namingUnfit({ decode }, form.columns, writerOf(form));
  let text = '';
  let last: Raw | undefined;
  let count = 0;
  for (const row of rows) {
    text += write(row);
    last = row;
    count += 1;
    if (text.length >= ENOUGH) break;
  }
  return { bytes: utf8.encode(text), last, count };
}

function writerOf({ format, columns, sheet }: TextForm): (row: Raw) => string {
  if (sheet) return sheetWriter(columns, sheet);
  return format === 'csv' ? csvWriter(columns) : jsonWriter(columns, format);
}

/** A cell of CSV (RFC 4180), quoted if necessary. An empty text is quoted too, because an empty cell means null. */
export function csvCell(text: string): string {
  return text === '' || /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvWriter(columns: TextForm['columns']): (row: Raw) => string {
  const cells = columns.map(([name, column]) => [name, cellWriter(column)] as const);
  return (row) => {
    let line = '';
    for (const [name, write] of cells) {
      const raw = row[name];
      line += raw === null || raw === undefined ? ',' : `,${write(raw)}`;
    }
    return `${line.slice(1)}\r\n`;
  };
}

function cellWriter(column: Column): (raw: unknown) => string {
  switch (column.type) {
    case 'string':
    case 'text':
      return (raw) => csvCell(guardFormulas(String(raw))); // a select may answer a number
    case 'json':
    case 'ids':
      return (raw) => csvCell(guardFormulasInJson(jsonOf(column, raw)));
    case 'point':
      return (raw) => csvCell(pointText(decode(column, raw) as Point));
    default:
      return valueWriter(column);
  }
}

function jsonWriter(columns: TextForm['columns'], format: 'json' | 'jsonl'): (row: Raw) => string {
  const members = columns.map(
    ([name, column], index) => [name, `${index > 0 ? ',' : ''}"${name}":`, memberWriter(column)] as const,
  );
  const [before, behind] = format === 'json' ? [',\n{', '}'] : ['{', '}\n'];
  return (row) => {
    let line = before;
    for (const [name, key, write] of members) {
      const raw = row[name];
      line += key + (raw === null || raw === undefined ? 'null' : write(raw));
    }
    return line + behind;
  };
}

function memberWriter(column: Column): (raw: unknown) => string {
  switch (column.type) {
    case 'string':
    case 'text':
      return (raw) => JSON.stringify(String(raw));
    case 'decimal':
      return (raw) => `"${decode(column, raw)}"`;
    case 'json':
    case 'ids':
      return (raw) => jsonOf(column, raw);
    case 'point':
      return (raw) => JSON.stringify(decode(column, raw));
    default:
      return valueWriter(column);
  }
}

/** Numbers and booleans, which CSV and JSON write alike. */
function valueWriter(column: Column): (raw: unknown) => string {
  if (column.type === 'boolean' || column.type === 'decimal') return (raw) => String(decode(column, raw));
  return (raw) => String(typeof raw === 'string' ? decode(column, raw) : raw); // a whole number, whatever the driver returns
}
