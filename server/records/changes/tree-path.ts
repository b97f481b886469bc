import { MAX_TREE_LEVELS } from '../../../contract/limits.ts';
import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { idsIn } from '../record.ts';
import { TREE_PATH } from '../store/kept-columns.ts';
import type { Reads } from '../store/reads.ts';
import { linesAbove } from '../store/tree-lines.ts';
import type { Committed } from '../store/write-context.ts';

/** The states of changed records with their paths: as they were before a transaction, and as they are at its end. */
export interface TreePaths {
  readonly before: <S extends Raw>(state: S) => S;
  readonly after: <S extends Raw>(state: S) => S;
}

/** Reads the paths of the records of one tree that a transaction changed, at its end. */
export async function treePathsOf(
  reads: Reads,
  { definition, field }: { readonly definition: Definition; readonly field: string },
  changed: readonly Committed[],
): Promise<TreePaths> {
  const named = changed.flatMap(({ before = {}, record }) => [
    ...idsIn(before, field),
    ...idsIn(record, field),
  ]);
  const parents = new Map<bigint, unknown>(
    await linesAbove(reads, { definition, field }, [...new Set(named)]),
  );
  const former = new Map(parents);
  for (const { before, record } of changed.toReversed()) if (before) former.set(record.id, before[field]);
  return {
    before: (state) => ({ ...state, [TREE_PATH]: pathOf(former, state[field]) }),
    after: (state) => ({ ...state, [TREE_PATH]: pathOf(parents, state[field]) }),
  };
}

/** A parent that cannot be found ends a path, and belongs to it. */
function pathOf(parents: ReadonlyMap<unknown, unknown>, parent: unknown): readonly unknown[] {
  const path = new Set<unknown>();
  for (let next = parent ?? null; next !== null && !path.has(next); next = parents.get(next) ?? null) {
    path.add(next);
    if (path.size === MAX_TREE_LEVELS) break;
  }
  return [...path];
}
