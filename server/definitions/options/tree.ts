import type { Fields } from '../field.ts';

/** The field that holds the parent in a tree. */
export function treeOf(fields: Fields): string | undefined {
  return Object.keys(fields).find((name) => fields[name]?.tree);
}

/** What contradicts a tree. */
export function problemsOfTree({
  name: collection,
  fields,
}: {
  readonly name: string;
  readonly fields: Fields;
}): string[] {
  const trees = Object.entries(fields).filter(([, { tree }]) => tree);
  const [, second] = trees;
  return [
    ...(second ? [`field '${second[0]}': a collection is one tree`] : []),
    ...trees.flatMap(([name, { target, nullable }]) => [
      ...(target === collection
        ? []
        : [
            `field '${name}': it leads to records of the same collection in a tree, so its target is '${collection}'`,
          ]),
      ...(nullable
        ? []
        : [
            `field '${name}': the first record of a tree has no parent, so it is neither required nor has a default`,
          ]),
    ]),
  ];
}
