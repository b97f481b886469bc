import { MAX_SORTED_CHARACTERS } from '../../../contract/limits.ts';
import type { Field } from '../../definitions/field.ts';

const UNSORTABLE: ReadonlySet<string> = new Set(['text', 'json', 'ids', 'point']);

/** Whether records can be sorted by a field. */
export function isSortable({ column }: Field): boolean {
  return column.type === 'string' ? column.length <= MAX_SORTED_CHARACTERS : !UNSORTABLE.has(column.type);
}
