import { type Field, Problem, type ServedDefinition } from '../../definitions/for-server.ts';
import { toJson } from '../../shared/exact-json.ts';
import { withAnyIds } from './placeholders.ts';

/** Stands in place of a proposed value that its field refuses by now. */
export const removed = Symbol('removed');

/**
 * A kept value as it may be shown. Records pass a rule that protects readers when it gets stricter; proposals are judged where they
 * are shown, by the rule of now.
 */
export function shownValue({ fields }: ServedDefinition, name: string, value: unknown): unknown {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === null || !field || !protectsReaders(field)) return value;
  const known = withAnyIds(value); // placeholders are no ids yet
  const cleaned = field.clean(known);
  if (cleaned instanceof Problem) return removed;
  if (toJson(cleaned) === toJson(known)) return value;
  return toJson(known) === toJson(value) ? cleaned : removed;
}

/** Whether a value of another rule may harm who looks at it; the policies of such fields have a version. */
function protectsReaders({ policy }: Field): boolean {
  return policy?.includes(' ') === true;
}
