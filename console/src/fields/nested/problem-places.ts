/** The places of the elements of a list that these paths lead to or into, such as 2 for `parts.2.words` in `parts`. */
export function placesWithin(list: string, paths: readonly string[]): ReadonlySet<number> {
  const within = paths.filter((path) => path.startsWith(`${list}.`));
  return new Set(within.map((path) => Number(path.slice(list.length + 1).split('.')[0])));
}
