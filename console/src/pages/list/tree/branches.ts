import { shallowReactive } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import { type BranchPage, readBranch, type TreeRow } from '../../../api/rows/branches.ts';
import type { Destination } from '../../../api/rows/moves.ts';
import { placed } from '../arrange/destination.ts';

/** The key of the top level. */
const TOP = '';

/** The opened branches of a tree. Others are not read. */
export function useBranches(collection: ServedDescription, field: string) {
  const branches = shallowReactive(new Map<string, BranchPage>());
  const keyOf = (parent: string | null) => parent ?? TOP;
  const rowsOf = (parent: string | null) => branches.get(keyOf(parent))?.rows ?? [];

  /** Rows may have been moved since the first answer, so later ones are dropped. */
  async function open(parent: string | null): Promise<void> {
    const page = await readBranch(collection, field, parent);
    if (!branches.has(keyOf(parent))) branches.set(keyOf(parent), page);
  }

  async function grow(parent: string | null): Promise<void> {
    const after = branches.get(keyOf(parent))?.next;
    if (after === undefined) return;
    const page = await readBranch(collection, field, parent, after);
    const known = rowsOf(parent); // rows may have been moved meanwhile
    const ids = new Set(known.map(({ id }) => id));
    branches.set(keyOf(parent), {
      ...page,
      rows: [...known, ...page.rows.filter(({ id }) => !ids.has(id))],
    });
  }

  function find(id: string): TreeRow | undefined {
    for (const { rows } of branches.values()) {
      const found = rows.find((row) => row.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** Moves a row in the loaded branches, and adjusts the counts. */
  function show(row: TreeRow, parent: string | null, to: Destination): void {
    change(row.parent, (page) => ({ ...page, rows: page.rows.filter(({ id }) => id !== row.id) }));
    const moved = { ...row, parent };
    change(parent, (page) => ({
      ...page,
      rows: placed(page.rows, moved, to, { hasFirst: true, hasLast: page.next === undefined }),
    }));
    if (row.parent === parent) return;
    count(row.parent, -1);
    count(parent, 1);
  }

  function change(parent: string | null, make: (page: BranchPage) => BranchPage): void {
    const page = branches.get(keyOf(parent));
    if (page) branches.set(keyOf(parent), make(page));
  }

  function count(id: string | null, by: number): void {
    const row = id === null ? undefined : find(id);
    if (row?.below === undefined) return;
    const counted = { ...row, below: row.below + by };
    change(row.parent, (page) => ({
      ...page,
      rows: page.rows.map((one) => (one.id === row.id ? counted : one)),
    }));
  }

  /** Whether a row is below another one, in the loaded branches. */
  function isBelow(id: string | null, above: string): boolean {
    for (let at = id; at !== null; at = find(at)?.parent ?? null) if (at === above) return true;
    return false;
  }

  return { branches, rowsOf, open, grow, find, show, isBelow };
}

export type Branches = ReturnType<typeof useBranches>;
