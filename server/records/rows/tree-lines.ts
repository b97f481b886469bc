import { sql } from 'kysely';
import type { Shape } from '../../../contract/column.ts';
import { MAX_TREE_LEVELS } from '../../../contract/limits.ts';
import { RetryTransaction } from '../../database/retrying.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { chunksOf } from './chunks.ts';
import type { Reads } from './reads.ts';

/** Rows of a tree by their ids, each with its parent. */
export type Parents = ReadonlyMap<bigint, bigint | null>;

/** A collection whose rows form a tree, by this field. */
export interface Tree {
  readonly definition: Definition;
  readonly field: string;
}

/** How often to look for the rows above while others move them. */
const LOOKS = 20;
const PARENT: Shape = { id: { type: 'bigint' }, parent: { type: 'bigint' } };
const DEPTH: Shape = { depth: { type: 'integer' } };

/** These rows and all above them, locked: nobody else moves them before the transaction ends. */
export async function lockedLines(reads: Reads, tree: Tree, from: readonly bigint[]): Promise<Parents> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const found = await linesAbove(reads, tree, from);
    if (reads.engine.isSerial) return found;
    const locked = await lockedParents(reads, tree, [...found.keys()]);
    if ([...found].every(([id, parent]) => locked.get(id) === parent)) return locked;
  }
  throw new RetryTransaction();
}

/**
 * Locks a row that gets this parent, and the rows above its new place, in the order of their ids. Does nothing if the row has
 * this parent.
 */
export async function lockMove(reads: Reads, tree: Tree, id: bigint, parent: bigint): Promise<void> {
  const parents = await linesAbove(reads, tree, [id, parent]);
  if (parents.get(id) === parent) return;
  const lock = async () => reads.find(tree.definition, id);
  await lockInOrder(reads, tree, { moving: [id], above: lineFrom(parents, parent), lock });
}

interface Moves {
  readonly moving: readonly bigint[];
  /** The rows above the new places. */
  readonly above: Iterable<bigint>;
  /** Locks moving rows, in the order of their ids. */
  readonly lock: (ids: readonly bigint[]) => Promise<unknown>;
}

/**
 * Locks rows that move and those above their new places, in the order of their ids. Moves that cross then wait for each other
 * instead of for the engine to find the deadlock.
 */
export async function lockInOrder(reads: Reads, tree: Tree, { moving, above, lock }: Moves): Promise<void> {
  const moves = new Set(moving);
  const all = [...moves.union(new Set(above))].toSorted((one, other) => (one < other ? -1 : 1));
  let run: bigint[] = [];
  for (const [index, id] of all.entries()) {
    run.push(id);
    const next = all[index + 1];
    if (next !== undefined && moves.has(next) === moves.has(id)) continue;
    await (moves.has(id) ? lock(run) : lockedParents(reads, tree, run));
    run = [];
  }
}

/** A row and those above it. */
export function lineFrom(parents: Parents, from: bigint): readonly bigint[] {
  const line = new Set<bigint>();
  let next: bigint | null = from;
  while (next !== null && parents.has(next) && !line.has(next)) {
    line.add(next);
    next = parents.get(next) ?? null;
  }
  return [...line];
}

/** How many levels of rows there are below a row, whether or not that row is deleted. */
export async function levelsBelow(reads: Reads, { definition, field }: Tree, id: bigint): Promise<number> {
  const { name } = definition;
  const select = reads.query
    .withRecursive('_branch(_id, _level)', (rows) =>
      rows
        .selectFrom(name)
        .select(['id as _id', sql.lit(1).as('_level')])
        .where(field, '=', id)
        .unionAll(
          rows
            .selectFrom(name)
            .innerJoin('_branch', '_branch._id', `${name}.${field}`)
            .select([`${name}.id as _id`, sql<number>`${sql.ref('_branch._level')} + 1`.as('_level')])
            .where('_branch._level', '<', MAX_TREE_LEVELS),
        ),
    )
    .selectFrom('_branch')
    .select((e) => e.fn.max('_level').as('depth'));
  const [row] = await reads.rows<{ depth: number | null }>(select, DEPTH);
  return row?.depth ?? 0;
}

/** These rows and all above them. */
export async function linesAbove(
  reads: Reads,
  { definition, field }: Tree,
  from: readonly bigint[],
): Promise<Parents> {
  const { name } = definition;
  const parents = new Map<bigint, bigint | null>();
  for (const some of chunksOf(from)) {
    const select = reads.query
      .withRecursive('_line(_id, _parent, _level)', (rows) =>
        rows
          .selectFrom(name)
          .select(['id as _id', `${field} as _parent`, sql.lit(0).as('_level')])
          .where('id', 'in', some)
          .unionAll(
            rows
              .selectFrom(name)
              .innerJoin('_line', '_line._parent', `${name}.id`)
              .select([
                `${name}.id as _id`,
                `${name}.${field} as _parent`,
                sql<number>`${sql.ref('_line._level')} + 1`.as('_level'),
              ])
              .where('_line._level', '<', MAX_TREE_LEVELS),
          ),
      )
      .selectFrom('_line')
      .select(['_id as id', '_parent as parent'])
      .distinct();
    for (const row of await reads.rows<{ id: bigint; parent: bigint | null }>(select, PARENT))
      parents.set(row.id, row.parent);
  }
  return parents;
}

async function lockedParents(
  reads: Reads,
  { definition, field }: Tree,
  ids: readonly bigint[],
): Promise<Parents> {
  const parents = new Map<bigint, bigint | null>();
  for (const some of chunksOf(ids)) {
    const rows = reads.query
      .selectFrom(definition.name)
      .select(['id', `${field} as parent`])
      .where('id', 'in', some)
      .orderBy('id');
    // A hook may change these rows next. Two transactions that share their locks would then deadlock.
    const select = definition.hooks ? rows.forUpdate() : rows.forShare();
    for (const row of await reads.rows<{ id: bigint; parent: bigint | null }>(select, PARENT))
      parents.set(row.id, row.parent);
  }
  return parents;
}
