import type { Raw } from '../../database/engine.ts';

/** The records above one in its tree, from the root down, as far as they are among these. */
export function fromTheTop(records: readonly Raw[], tree: string, { [tree]: parent }: Raw): Raw[] {
  const byId = new Map(records.map((record) => [String(record.id), record]));
  const path: Raw[] = [];
  for (let next = byId.get(String(parent)); next; next = byId.get(String(next[tree]))) {
    byId.delete(String(next.id));
    path.unshift(next);
  }
  return path;
}
