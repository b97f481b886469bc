interface Folder {
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
}

/** Folders as a tree is read, each with how deep it lies. */
export function foldersInOrder<F extends Folder>(folders: readonly F[]): { folder: F; depth: number }[] {
  const under = Map.groupBy(folders, ({ parent }) => parent);
  const walk = (parent: string | null, depth: number): { folder: F; depth: number }[] =>
    (under.get(parent) ?? []).flatMap((folder) => [{ folder, depth }, ...walk(folder.id, depth + 1)]);
  return walk(null, 0);
}

/** The folders from the top down to one. */
export function pathTo<F extends Folder>(folders: readonly F[], id: string | undefined): F[] {
  const way: F[] = [];
  let at = folders.find((folder) => folder.id === id);
  while (at && !way.includes(at)) {
    const { parent } = at;
    way.unshift(at);
    at = folders.find((folder) => folder.id === parent);
  }
  return way;
}

/** A folder and all that lie in it: what it cannot be moved into. */
export function branchOf(folders: readonly Folder[], id: string): Set<string> {
  const branch = new Set([id]);
  for (const { folder } of foldersInOrder(folders))
    if (folder.parent !== null && branch.has(folder.parent)) branch.add(folder.id);
  return branch;
}
