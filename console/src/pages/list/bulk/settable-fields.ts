import type { FieldDescription, ServedDescription } from '../../../api/definitions.ts';

/** The fields that a bulk change can set. */
export function settableFields({ fields }: ServedDescription): readonly FieldDescription[] {
  return fields.filter(({ updatable, filled, unique }) => updatable && !filled && !unique);
}
