import { shallowReactive } from 'vue';
import type { ServedDescription } from '../../../api/definitions.ts';
import { type BranchPage, readBranch, type TreeRecord } from '../../../api/records/branches.ts';
import type { Destination } from '../../../api/records/moves.ts';
import { placed } from '../arrange/destination.ts';

/** The key of the top level. */
const TOP = '';

/** The opened branches of a tree. Others are not read. */
export function useBranches(collection: ServedDescription, field: string) {
  const branches = shallowReactive(new Map<string, BranchPage>());
  const keyOf = (parent: string | null) => parent ?? TOP;
  const recordsOf = (parent: string | null) => branches.get(keyOf(parent))?.records ?? [];

  /** Records may have been moved since the first answer, so later ones are dropped. */
  async function open(parent: string | null): Promise<void> {
    const page = await readBranch(collection, field, parent);
    if (!branches.has(keyOf(parent))) branches.set(keyOf(parent), page);
  }

  async function grow(parent: string | null): Promise<void> {
    const after = branches.get(keyOf(parent))?.next;
    if (after === undefined) return;
    const page = await readBranch(collection, field, parent, after);
    const known = recordsOf(parent); // records may have been moved meanwhile
    const ids = new Set(known.map(({ id }) => id));
    branches.set(keyOf(parent), {
      ...page,
      records: [...known, ...page.records.filter(({ id }) => !ids.has(id))],
    });
  }

  function find(id: string): TreeRecord | undefined {
    for (const { records } of branches.values()) {
      const found = records.find((record) => record.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** Moves a record in the loaded branches, and adjusts the counts. */
  function show(record: TreeRecord, parent: string | null, to: Destination): void {
    change(record.parent, (page) => ({
      ...page,
      records: page.records.filter(({ id }) => id !== record.id),
    }));
    const moved = { ...record, parent };
    change(parent, (page) => ({
      ...page,
      records: placed(page.records, moved, to, { hasFirst: true, hasLast: page.next === undefined }),
    }));
    if (record.parent === parent) return;
    count(record.parent, -1);
    count(parent, 1);
  }

  function change(parent: string | null, make: (page: BranchPage) => BranchPage): void {
    const page = branches.get(keyOf(parent));
    if (page) branches.set(keyOf(parent), make(page));
  }

  function count(id: string | null, by: number): void {
    const record = id === null ? undefined : find(id);
    if (record?.below === undefined) return;
    const counted = { ...record, below: record.below + by };
    change(record.parent, (page) => ({
      ...page,
      records: page.records.map((one) => (one.id === record.id ? counted : one)),
    }));
  }

  /** Whether a record is below another one, in the loaded branches. */
  function isBelow(id: string | null, above: string): boolean {
    for (let at = id; at !== null; at = find(at)?.parent ?? null) if (at === above) return true;
    return false;
  }

  return { branches, recordsOf, open, grow, find, show, isBelow };
}

export type Branches = ReturnType<typeof useBranches>;
