import type { Field } from '../field.ts';
import { fromText } from './from-text.ts';

/** A stored value of another kind, as a client would send it to this field: digits as a number, an id as a list of one. */
export function fromOtherKind(field: Field, value: unknown): unknown {
  const { type } = field.column;
  const { renamedWords } = field;
  if (renamedWords && Object.hasOwn(renamedWords, String(value))) return renamedWords[String(value)];
  if (Array.isArray(value)) return type === 'bigint' && value.length === 1 ? value[0] : value;
  if (typeof value === 'object' || type === 'json') return value;
  if (type === 'ids') return [value];
  const text = String(value);
  // An amount may be a whole number.
  return fromText(field, type === 'integer' || type === 'bigint' ? text.replace(/\.0+$/, '') : text);
}
