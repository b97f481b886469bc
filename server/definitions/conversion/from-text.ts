import type { Field } from '../field.ts';

/** Converts a text of a query or a CSV cell to what a field's `clean` accepts. A text that cannot be converted is left for `clean` to refuse. */
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
