import { type Field, fromText, Problem } from '../../../definitions/for-server.ts';
import { readJson } from '../../../http/edge/bodies.ts';
import { unguardFormulas } from '../../../shared/text/formulas.ts';
import { booleanOfSheet, decimalOfSheet } from '../../../shared/text/sheet-values.ts';
import { message } from '../messages/message.ts';

const TEXTS: ReadonlySet<string> = new Set(['text', 'long-text', 'rich-text']);
const WHOLE = /^-?\d+$/;
const HAS_ZONE = /(?:z|[+-]\d{2}(?::?\d{2})?)(?:\[.*\])?$/i;

/** Some databases write a blank there: `2026-01-01 20:00:00 +08:00`. */
const BEFORE_ZONE = /(?<=:\d\d(?:\.\d+)?) (?=[+-]\d\d|z$)/i;

/** The value of a cell as a field's `clean` accepts it, however a spreadsheet wrote it; or its problem. Throws for bad JSON. */
export function readCell(field: Field, cell: string): unknown {
  switch (field.column.type) {
    case 'json':
    case 'ids':
      return readJson(unguarded(cell));
    case 'string':
      return isWord(field) ? unguardFormulas(cell).trim() : unguardFormulas(cell);
    case 'text':
      return unguardFormulas(cell);
    default:
      return readValue(field, unguarded(cell.trim()));
  }
}

/** Whether its values are words or days, which hold no blanks. */
function isWord({ kind }: Field): boolean {
  return kind === 'choice' || kind === 'date';
}

/** Whether its values are texts, of which one may be empty. */
export function isText({ kind }: Field): boolean {
  return TEXTS.has(kind);
}

/** A value without the apostrophe that keeps a spreadsheet from changing it. */
function unguarded(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

function readValue(field: Field, text: string): unknown {
  switch (field.column.type) {
    case 'boolean':
      return booleanOfSheet(text) ?? text;
    case 'time':
      return WHOLE.test(text) ? fromText(field, text) : momentOf(text);
    case 'decimal': {
      const read = decimalOfSheet(text);
      const isAmbiguous = read === undefined && /^-?[\d.,]+$/.test(text);
      return isAmbiguous ? new Problem(message('twoReadings', { found: text.slice(0, 30) })) : (read ?? text);
    }
    default:
      return fromText(field, text);
  }
}

/** Milliseconds of a moment in ISO 8601 with its zone, or what is wrong. */
function momentOf(text: string): unknown {
  try {
    return Temporal.Instant.from(text.replace(BEFORE_ZONE, '')).epochMilliseconds;
  } catch {
    const isIso = /^[+-]?\d{4,6}-\d\d-\d\d(?:[t ]\d\d:?\d\d.*)?$/i.test(text);
    return new Problem(message(isIso && !HAS_ZONE.test(text.slice(10)) ? 'zoneMissing' : 'notAMoment'));
  }
}
