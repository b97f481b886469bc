import type { ServedDescription } from '../../../api/definitions.ts';

/**
 * Permissions in the order of the menu: those of collections first, as the menu has them, then the others as they were. The module
 * of a permission is the label of its collection.
 */
export function inMenuOrder<Permission extends { readonly module: string }>(
  permissions: readonly Permission[],
  menu: readonly Pick<ServedDescription, 'label' | 'plural'>[],
): readonly Permission[] {
  const places = new Map(
    menu.flatMap(({ label, plural }, place) => [
      [plural, place],
      [label, place],
    ]),
  );
  const placeOf = ({ module }: Permission) => places.get(module) ?? menu.length;
  return permissions.toSorted((one, other) => placeOf(one) - placeOf(other));
}
