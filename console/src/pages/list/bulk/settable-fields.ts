import type { FieldDescription, ServedDescription } from '../../../api/definitions.ts';

/** The fields that many rows can be given the same value of. */
export function settableFields({ fields }: ServedDescription): readonly FieldDescription[] {
  return fields.filter(({ updatable, filled, unique }) => updatable && !filled && !unique);
}
