import type { cellNode } from './cell-node.ts';

export type Displays = typeof cellNode;

/** What draws values in other ways than as text; undefined if it could not be loaded, and texts stay. */
export async function displayed(): Promise<Displays | undefined> {
  try {
    return (await import('./cell-node.ts')).cellNode;
  } catch {
    return undefined;
  }
}
