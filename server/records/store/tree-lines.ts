import { sql } from 'kysely';
import type { Shape } from '../../../contract/column.ts';
import { MAX_TREE_LEVELS } from '../../../contract/limits.ts';
import { RetryTransaction } from '../../database/retrying.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { chunksOf } from './chunks.ts';
import type { Reads } from './reads.ts';

/** Records of a tree by their ids, each with its parent. */
export type Parents = ReadonlyMap<bigint, bigint | null>;

/** A collection whose records form a tree, by this field. */
export interface Tree {
  readonly definition: Definition;
  readonly field: string;
}

/** How often to look for the records above while others move them. */
const LOOKS = 20;
const PARENT: Shape = { id: { type: 'bigint' }, parent: { type: 'bigint' } };
const DEPTH: Shape = { depth: { type: 'integer' } };

/** These records and all above them, locked: nobody else moves them before the transaction ends. */
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
 * Locks a record that gets this parent, and the records above its new place, in the order of their ids. Does nothing if the record has
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
  /** The records above the new places. */
  readonly above: Iterable<bigint>;
  /** Locks moving records, in the order of their ids. */
  readonly lock: (ids: readonly bigint[]) => Promise<unknown>;
}

/**
 * Locks records that move and those above their new places, in the order of their ids. Moves that cross then wait for each other
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

/** A record and those above it. */
export function lineFrom(parents: Parents, from: bigint): readonly bigint[] {
  const line = new Set<bigint>();
  let next: bigint | null = from;
  while (next !== null && parents.has(next) && !line.has(next)) {
    line.add(next);
    next = parents.get(next) ?? null;
  }
  return [...line];
}

/** How many levels of records there are below a record, whether or not that record is deleted. */
export async function levelsBelow(reads: Reads, { definition, field }: Tree, id: bigint): Promise<number> {
  const { name } = definition;
  const select = reads.query
    .withRecursive('_branch(_id, _level)', (records) =>
      records
        .selectFrom(name)
        .select(['id as _id', sql.lit(1).as('_level')])
        .where(field, '=', id)
        .unionAll(
          records
            .selectFrom(name)
            .innerJoin('_branch', '_branch._id', `${name}.${field}`)
            .select([`${name}.id as _id`, sql<number>`${sql.ref('_branch._level')} + 1`.as('_level')])
            .where('_branch._level', '<', MAX_TREE_LEVELS),
        ),
    )
    .selectFrom('_branch')
    .select((e) => e.fn.max('_level').as('depth'));
  const [record] = await reads.records<{ depth: number | null }>(select, DEPTH);
  return record?.depth ?? 0;
}

/** These records and all above them. */
export async function linesAbove(
  reads: Reads,
  { definition, field }: Tree,
  from: readonly bigint[],
): Promise<Parents> {
  const { name } = definition;
  const parents = new Map<bigint, bigint | null>();
  for (const some of chunksOf(from)) {
    const select = reads.query
      .withRecursive('_line(_id, _parent, _level)', (records) =>
        records
          .selectFrom(name)
          .select(['id as _id', `${field} as _parent`, sql.lit(0).as('_level')])
          .where('id', 'in', some)
          .unionAll(
            records
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
    for (const record of await reads.records<{ id: bigint; parent: bigint | null }>(select, PARENT))
      parents.set(record.id, record.parent);
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
    const records = reads.query
      .selectFrom(definition.name)
      .select(['id', `${field} as parent`])
      .where('id', 'in', some)
      .orderBy('id');
    // A hook may change these records next. Two transactions that share their locks would then deadlock.
    const select = definition.hooks ? records.forUpdate() : records.forShare();
    for (const record of await reads.records<{ id: bigint; parent: bigint | null }>(select, PARENT))
      parents.set(record.id, record.parent);
  }
  return parents;
}
