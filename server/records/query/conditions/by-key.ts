import { MAX_CHOICES } from '../../../../contract/limits.ts';
import { comparedText, type Definition, type Field, valuesOfId } from '../../../definitions/for-server.ts';
import type { Bindings } from './bindings.ts';
import { readComparison, type Sent } from './comparison.ts';
import { allOf, always, type Condition, never } from './condition.ts';

/**
 * The values of a record's key that an id is made of. Every record with the id has them, so they leave out none: they let the index
 * of the key serve, which no text made of its columns can.
 */
export function byKey(
  bindings: Bindings,
  { key, fields }: Pick<Definition, 'key' | 'fields'>,
  { word, value, path }: Pick<Sent, 'word' | 'value' | 'path'>,
): Condition {
  if (!key || (word !== 'eq' && word !== 'in')) return always;
  const ids = word === 'in' ? [value].flat().flatMap((one) => one.split(',')) : [String(value)];
  if (ids.length > MAX_CHOICES) return always;
  const some = ids.map((id) => {
    const values = valuesOfId(id, key);
    if (!values) return never;
    const parts = key.map((column, index) => {
      const field = exactly(fields[column] as Field);
      return readComparison(bindings, {
        field,
        column,
        word: 'eq',
        value: values[index] ?? '',
        path,
        from: 'code',
      });
    });
    return allOf(parts);
  });
  return some.length === 1 ? (some[0] ?? never) : { some };
}

/** A field whose texts are compared as they are: nobody cleaned what another program has written. */
function exactly(field: Field): Field {
  const { type } = field.column;
  return type === 'string' || type === 'text' ? { ...field, compared: comparedText } : field;
}
