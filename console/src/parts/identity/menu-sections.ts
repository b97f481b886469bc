import type { ServedDescription } from '../../api/definitions.ts';

/** A heading of the menu and the collections below it; without a heading, those that name none. */
export interface MenuSection {
  readonly heading: string | undefined;
  readonly collections: readonly ServedDescription[];
}

/** The collections in the order of the menu: those without a section first, then the sections in the order of their first. */
export function menuSections(collections: readonly ServedDescription[]): MenuSection[] {
  const inOrder = collections.toSorted((one, other) => one.menu.position - other.menu.position);
  const sections = Map.groupBy(inOrder, ({ menu }) => menu.section);
  const own = sections.get(undefined);
  sections.delete(undefined);
  return [...(own ? [[undefined, own] as const] : []), ...sections].map(([heading, collections]) => ({
    heading,
    collections,
  }));
}
