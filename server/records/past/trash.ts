import type { Definition, WhichRecords } from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import { type AnyRecord, idsBy } from '../record.ts';
import type { Use } from '../rights.ts';
import { chunksOf, inChunks, type Lock, type Reads, reachableRecords } from '../store/index.ts';
import { repeatOverdue, revision, type Writes } from '../write/index.ts';
import { deletedRecords, deletion } from '../write/removal/index.ts';
import { lockOfTargets, visibleNames } from '../write/values/index.ts';
import {
  addressOf,
  type Entry,
  entriesFor,
  entriesUnder,
  type Part,
  partsOf,
  type RecordAddress,
} from './deletion-set.ts';
import { giveReferencesBack } from './references-back.ts';

/** The most obstacles that an error names. */
const MOST_NAMED = 20;

/** At most `count` records, the last deleted first; only those that were deleted before the record `after`. */
export interface TrashRequest {
  readonly count: number;
  readonly after: { readonly time: number; readonly id: bigint } | undefined;
}

/** The deleted records of a collection that meet a rule. */
export function listTrash(
  reads: Reads,
  definition: Definition,
  { count, after }: TrashRequest,
  records: WhichRecords,
): Promise<AnyRecord[]> {
  return deletedRecords(reads, definition, (select) => {
    let found = select.where('delete_time', '>=', 0); // a range, so that its index serves
    if (records !== 'all') found = found.where(reads.ruleCondition(definition, records));
    if (after)
      found = found
        .where('delete_time', '<=', after.time)
        .where((e) => e.or([e('delete_time', '<', after.time), e('id', '<', after.id)]));
    return found.orderBy('delete_time', 'desc').orderBy('id', 'desc').limit(count);
  });
}

/**
 * Brings deleted records of a collection back, each with all records of its deletion set and the references to them that it took from
 * others. Throws if a unique value was taken meanwhile or a referenced record is gone. Returns the number of records restored.
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
    for (const record of part.records) {
      await writes.revive(part.definition, record);
      await repeatOverdue(writes, part.definition, record);
    }
  await eraseEntries(writes, along);
  await giveReferencesBack(writes, roots, parts);
  return countRecords(definition, parts);
}

/** Destroys a deleted record with all records of its deletion set. Returns the number of records destroyed. */
export async function purgeSet(writes: Writes, definition: Definition, id: bigint): Promise<number> {
  const { along, parts } = await setsOf(writes, definition, [id]);
  await requireReachable(writes, parts, { definition, ids: [id] }, ['read', 'purge']);
  for (const part of parts)
    for (const record of part.records) {
      await forget(writes, part.definition, record.id);
      await writes.purge(part.definition, record);
    }
  await eraseEntries(writes, along);
  return countRecords(definition, parts);
}

/** Records that were deleted by themselves, and what went along with them. */
interface DeletionSets {
  readonly roots: readonly RecordAddress[];
  readonly along: readonly Entry[];
  readonly parts: readonly Part[];
}

/** The deletion sets that records belong to, whichever of its records was deleted first in each. */
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

const rootOfEntry = ({ root_collection, root_id }: Entry): RecordAddress => ({
  collection: root_collection,
  record_id: root_id,
});
const idOf = ({ record_id }: RecordAddress) => record_id;

/** Deletes a record's history, in batches because it may be long. */
async function forget(writes: Writes, { name }: Definition, id: bigint): Promise<void> {
  const some = writes.query
    .selectFrom(revision.name)
    .select('id')
    .where('collection', '=', name)
    .where('record_id', '=', id)
    .limit(500);
  for (;;) {
    const found = await writes.records<{ id: bigint }>(some, { id: { type: 'bigint' } });
    if (found.length === 0) return;
    await writes.erase(
      revision,
      found.map((one) => one.id),
    );
  }
}

/** A deletion set is handled as a whole, so the actor must reach all of it. An unreachable record is reported as not found. */
async function requireReachable(
  writes: Writes,
  parts: readonly Part[],
  asked: { readonly definition: Definition; readonly ids: readonly bigint[] },
  uses: readonly Use[],
): Promise<void> {
  const ids = new Set(asked.ids);
  const records = parts.flatMap((part) =>
    part.definition === asked.definition ? part.records.filter(({ id }) => ids.has(id)) : [],
  );
  const reachable = await reachableRecords(writes, asked.definition, records, uses);
  if (reachable.length < ids.size) throw new AppError('recordNotFound');
  for (const { definition, records } of parts) {
    const { length } = await reachableRecords(writes, definition, records, uses);
    const reason = message('mayNotAllOfSet', { label: definition.label, uses });
    if (length < records.length) throw new AppError('permissionMissing', { reason });
  }
}

async function eraseEntries(writes: Writes, entries: readonly Entry[]): Promise<void> {
  for (const some of chunksOf(entries.map(({ id }) => id))) await writes.erase(deletion, some);
}

/** A draft and its published record count as one. */
function countRecords({ draftOf }: Definition, parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (part.definition.name === draftOf ? 0 : part.records.length), 0);
}

/** Messages about references of these deleted records to records that neither exist nor come back with them. */
async function goneTargets(writes: Writes, parts: readonly Part[]): Promise<Text[]> {
  const gone: Text[] = [];
  for (const { definition, records } of parts) {
    for (const reference of writes.catalogue.referencesOf(definition.name)) {
      const { field, path = field, target } = reference;
      const isNamed = (await visibleNames(writes, definition, [field])).length > 0;
      const ids = new Set(records.flatMap((record) => idsBy(reference, record)));
      const referred = { definition: writes.catalogue.get(target), ids: [...ids] };
      const there = await recordsThere(writes, parts, referred, lockOfTargets(definition));
      for (const record of records)
        for (const id of idsBy(reference, record))
          if (!there.has(id))
            gone.push(
              isNamed
                ? message('targetGone', { label: definition.label, id: record.id, field: path, target: id })
                : message('someTargetGone', { label: definition.label, id: record.id }),
            );
    }
  }
  return gone.slice(0, MOST_NAMED);
}

/** Those of these ids that belong to living records, or to records about to be restored. */
async function recordsThere(
  reads: Reads,
  parts: readonly Part[],
  { definition, ids }: { readonly definition: Definition; readonly ids: readonly bigint[] },
  lock: Lock,
): Promise<ReadonlySet<bigint>> {
  const coming = parts.filter((part) => part.definition === definition).flatMap(({ records }) => records);
  const there = new Set(coming.map(({ id }) => id));
  const others = ids.filter((id) => !there.has(id));
  const living = await reads.idsAmong(definition, others, 'all', lock);
  return there.union(living);
}
