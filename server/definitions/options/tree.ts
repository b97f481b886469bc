import type { Fields } from '../field.ts';

/** The field that holds the parent in a tree. */
export function treeOf(fields: Fields): string | undefined {
  return Object.keys(fields).find((name) => fields[name]?.tree);
}

/** What contradicts a tree. */
export function problemsOfTree({
  name: record,
  fields,
}: {
  readonly name: string;
  readonly fields: Fields;
}): string[] {
  const trees = Object.entries(fields).filter(([, { tree }]) => tree);
  const [, second] = trees;
  return [
    ...(second ? [`field '${second[0]}': a record is one tree`] : []),
    ...trees.flatMap(([name, { target, nullable }]) => [
      ...(target === record
        ? []
        : [`field '${name}': it leads to rows of the same record in a tree, so its target is '${record}'`]),
      ...(nullable
        ? []
        : [
            `field '${name}': the first row of a tree has no parent, so it is neither required nor has a default`,
          ]),
    ]),
  ];
}
