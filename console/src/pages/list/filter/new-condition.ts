import type { FieldDescription } from '../../../api/definitions.ts';
import { type Condition, takesSeveral } from './filter.ts';
import { type FilterField, operatorsFor } from './filter-fields.ts';

/** A new condition: the first field with its first operator. */
export function newCondition(fields: readonly FilterField[]): Condition {
  const [first] = fields;
  const [operator = 'eq'] = first ? operatorsFor(first.field) : [];
  return { field: first?.path ?? '', operator, value: first ? firstValue(first.field, operator) : '' };
}

/** The first choice applies at once, because the control shows it as chosen. */
export function firstValue({ kind, choices }: FieldDescription, operator: string): string {
  if (operator === 'null' || kind === 'boolean') return 'true';
  return kind === 'choice' ? (choices?.[0]?.value ?? '') : '';
}

/** Operators whose values do not fit others. */
const APART = new Set(['null', 'near']);

/** The value that is kept when the operator changes. */
export function keptValue(field: FieldDescription, { operator, value }: Condition, next: string): string {
  if (APART.has(operator) || APART.has(next)) return firstValue(field, next);
  return takesSeveral(operator) && !takesSeveral(next) ? (value.split(',')[0] ?? '') : value;
}
