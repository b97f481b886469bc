import type { Field } from '../field.ts';

/** What a text, of a query or of a table, stands for as a field's `clean` takes it. What cannot be read stays text, to be refused there. */
export function fromText({ column }: Field, text: string): unknown {
  switch (column.type) {
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text);
    case 'integer':
    case 'time':
      return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
    default:
      return text;
  }
}
