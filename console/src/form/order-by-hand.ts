/** What this needs to know of a collection. */
interface Ordered {
  readonly order?: object;
  readonly actions: { readonly update?: unknown };
  readonly reviewed?: boolean;
  readonly version?: string;
}

/** Whether the caller may move records of a collection in its order by hand. */
export function mayReorder({ order, actions, reviewed, version }: Ordered): boolean {
  return order !== undefined && actions.update !== undefined && !reviewed && version !== 'published';
}

/** The place of a record among others, as a move says it; undefined if it is alone. */
export function placeOf(
  records: readonly { readonly id: string }[],
  id: string,
): { readonly before: string } | { readonly after: string } | undefined {
  const at = records.findIndex((record) => record.id === id);
  const [before, after] = [records[at - 1], records[at + 1]];
  if (before) return { after: before.id };
  return after && { before: after.id };
}

/** The one id whose move makes an order another; undefined if they are the same. */
export function movedIn(before: readonly string[], after: readonly string[]): string | undefined {
  const at = before.findIndex((id, index) => id !== after[index]);
  const rest = (ids: readonly string[], moved: string | undefined) => ids.filter((id) => id !== moved).join();
  return [after[at], before[at]].find((id) => id !== undefined && rest(before, id) === rest(after, id));
}
