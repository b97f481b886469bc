import type { Definition } from '../../definitions/define-collection.ts';
import type { Rows } from '../../definitions/types/where.ts';
import { AppError } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import type { Use } from '../rights.ts';
import { idsBy, type Row } from '../row.ts';
import { chunksOf, inChunks } from '../rows/chunks.ts';
import { reachableRows } from '../rows/reachable-rows.ts';
import type { Lock, Reads } from '../rows/reads.ts';
import { repeatOverdue } from '../write/plans.ts';
import { deletedRows } from '../write/removal/deleted.ts';
import { deletion } from '../write/removal/deletion.collection.ts';
import { revision } from '../write/revision.collection.ts';
import { lockOfTargets } from '../write/values/targets.ts';
import { visibleNames } from '../write/values/unique.ts';
import type { Writes } from '../write/writes.ts';
import {
  addressOf,
  type Entry,
  entriesFor,
  entriesUnder,
  type Part,
  partsOf,
  type RowAddress,
} from './deletion-set.ts';
import { giveReferencesBack } from './references-back.ts';

/** The most obstacles that an error names. */
const MOST_NAMED = 20;

/** At most `count` rows, the last deleted first; only those that were deleted before the row `after`. */
export interface TrashRequest {
  readonly count: number;
  readonly after: { readonly time: number; readonly id: bigint } | undefined;
}

/** The deleted rows of a collection that meet a rule. */
export function listTrash(
  reads: Reads,
  definition: Definition,
  { count, after }: TrashRequest,
  rows: Rows,
): Promise<Row[]> {
  return deletedRows(reads, definition, (select) => {
    let found = select.where('delete_time', '>=', 0); // a range, so that its index serves
    if (rows !== 'all') found = found.where(reads.ruleCondition(definition, rows));
    if (after)
      found = found
        .where('delete_time', '<=', after.time)
        .where((e) => e.or([e('delete_time', '<', after.time), e('id', '<', after.id)]));
    return found.orderBy('delete_time', 'desc').orderBy('id', 'desc').limit(count);
  });
}

/**
 * Brings deleted rows of a collection back, each with all rows of its deletion set and the references to them that it took from
 * others. Throws if a unique value was taken meanwhile or a referenced row is gone. Returns the number of rows restored.
 */
export async function restoreSets(
  writes: Writes,
  definition: Definition,
  ids: readonly bigint[],
): Promise<number> {
  const { roots, along, parts } = await setsOf(writes, definition, ids);
  await requireReachable(writes, parts, { definition, ids }, ['read', 'restore']);
  const gone = await goneTargets(writes, parts);
  if (gone.length > 0)
    throw new AppError('notRestorable', { detail: message('problemList', { problems: gone }) });
  for (const part of parts)
    for (const row of part.rows) {
      await writes.revive(part.definition, row);
      await repeatOverdue(writes, part.definition, row);
    }
  await eraseEntries(writes, along);
  await giveReferencesBack(writes, roots, parts);
  return countRows(definition, parts);
}

/** Destroys a deleted row with all rows of its deletion set. Returns the number of rows destroyed. */
export async function purgeSet(writes: Writes, definition: Definition, id: bigint): Promise<number> {
  const { along, parts } = await setsOf(writes, definition, [id]);
  await requireReachable(writes, parts, { definition, ids: [id] }, ['read', 'purge']);
  for (const part of parts)
    for (const row of part.rows) {
      await forget(writes, part.definition, row.id);
      await writes.purge(part.definition, row);
    }
  await eraseEntries(writes, along);
  return countRows(definition, parts);
}

/** Rows that were deleted by themselves, and what went along with them. */
interface DeletionSets {
  readonly roots: readonly RowAddress[];
  readonly along: readonly Entry[];
  readonly parts: readonly Part[];
}

/** The deletion sets that rows belong to, whichever of its rows was deleted first in each. */
async function setsOf(
  writes: Writes,
  { name: collection }: Definition,
  ids: readonly bigint[],
): Promise<DeletionSets> {
  const own = await inChunks(ids, (some) => entriesFor(writes, collection, some));
  const rootOf = new Map(own.map((entry) => [entry.record_id, rootOfEntry(entry)]));
  const named = ids.map((record_id) => rootOf.get(record_id) ?? { collection, record_id });
  const roots = [
    ...new Map(named.map((root) => [addressOf(root.collection, root.record_id), root])).values(),
  ];
  const along: Entry[] = [];
  for (const [of, some] of Map.groupBy(roots, (root) => root.collection))
    along.push(...(await inChunks(some.map(idOf), (few) => entriesUnder(writes, of, few))));
  return { roots, along, parts: await partsOf(writes, [...roots, ...along]) };
}

const rootOfEntry = ({ root_collection, root_id }: Entry): RowAddress => ({
  collection: root_collection,
  record_id: root_id,
});
const idOf = ({ record_id }: RowAddress) => record_id;

/** Deletes a row's history, in batches because it may be long. */
async function forget(writes: Writes, { name }: Definition, id: bigint): Promise<void> {
  const some = writes.query
    .selectFrom(revision.name)
    .select('id')
    .where('collection', '=', name)
    .where('record_id', '=', id)
    .limit(500);
  for (;;) {
    const found = await writes.rows<{ id: bigint }>(some, { id: { type: 'bigint' } });
    if (found.length === 0) return;
    await writes.erase(
      revision,
      found.map((one) => one.id),
    );
  }
}

/** A deletion set is handled as a whole, so the actor must reach all of it. An unreachable row is reported as not found. */
async function requireReachable(
  writes: Writes,
  parts: readonly Part[],
  asked: { readonly definition: Definition; readonly ids: readonly bigint[] },
  uses: readonly Use[],
): Promise<void> {
  const ids = new Set(asked.ids);
  const rows = parts.flatMap((part) =>
    part.definition === asked.definition ? part.rows.filter(({ id }) => ids.has(id)) : [],
  );
  const reachable = await reachableRows(writes, asked.definition, rows, uses);
  if (reachable.length < ids.size) throw new AppError('recordNotFound');
  for (const { definition, rows } of parts) {
    const { length } = await reachableRows(writes, definition, rows, uses);
    const reason = message('mayNotAllOfSet', { label: definition.label, uses });
    if (length < rows.length) throw new AppError('permissionMissing', { reason });
  }
}

async function eraseEntries(writes: Writes, entries: readonly Entry[]): Promise<void> {
  for (const some of chunksOf(entries.map(({ id }) => id))) await writes.erase(deletion, some);
}

/** A draft and its published row count as one. */
function countRows({ draftOf }: Definition, parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (part.definition.name === draftOf ? 0 : part.rows.length), 0);
}

/** Messages about references of these deleted rows to rows that neither exist nor come back with them. */
async function goneTargets(writes: Writes, parts: readonly Part[]): Promise<Text[]> {
  const gone: Text[] = [];
  for (const { definition, rows } of parts) {
    for (const reference of writes.catalogue.referencesOf(definition.name)) {
      const { field, path = field, target } = reference;
      const isNamed = (await visibleNames(writes, definition, [field])).length > 0;
      const ids = new Set(rows.flatMap((row) => idsBy(reference, row)));
      const referred = { definition: writes.catalogue.get(target), ids: [...ids] };
      const there = await rowsThere(writes, parts, referred, lockOfTargets(definition));
      for (const row of rows)
        for (const id of idsBy(reference, row))
          if (!there.has(id))
            gone.push(
              isNamed
                ? message('targetGone', { label: definition.label, id: row.id, field: path, target: id })
                : message('someTargetGone', { label: definition.label, id: row.id }),
            );
    }
  }
  return gone.slice(0, MOST_NAMED);
}

/** Those of these ids that belong to living rows, or to rows about to be restored. */
async function rowsThere(
  reads: Reads,
  parts: readonly Part[],
  { definition, ids }: { readonly definition: Definition; readonly ids: readonly bigint[] },
  lock: Lock,
): Promise<ReadonlySet<bigint>> {
  const coming = parts.filter((part) => part.definition === definition).flatMap(({ rows }) => rows);
  const there = new Set(coming.map(({ id }) => id));
  const others = ids.filter((id) => !there.has(id));
  const living = await reads.idsAmong(definition, others, 'all', lock);
  return there.union(living);
}
