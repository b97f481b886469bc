import type { Definition } from '../../definitions/define-collection.ts';
import { message } from '../../messages/message.ts';
import {
  type AnyRecord,
  deletedRecords,
  listTrash,
  matchingRecords,
  purgeSet,
  type Reads,
  type Rights,
  restoreSets,
  rightsOverEach,
  shownOf,
  type TrashRequest,
  type Writes,
} from '../../records/index.ts';
import { countUnder, type Entry, entriesFor } from '../../records/past/deletion-set.ts';
import type { Door } from '../door.ts';
import { type KnownUser, knownUsers } from '../known-users.ts';
import { done, type WriteResult } from '../write-result.ts';

/** A deleted record, and what its deletion was part of. */
export type TrashEntry = AnyRecord & {
  readonly deleted_by: KnownUser | null;
  /** The record whose deletion also deleted this one. Null if this one was deleted alone, or if the caller may not read the other. */
  readonly along_with: { readonly collection: string; readonly id: bigint } | null;
  /** How many records its deletion took along. */
  readonly others: number;
};

/** The deleted records of a collection that the caller may read, last deleted first. */
export async function readTrash(
  door: Door,
  definition: Definition,
  request: TrashRequest,
): Promise<TrashEntry[]> {
  const { actor, records, rights, longReads: reads } = await door.reach(definition, 'read', 'trash');
  const deleted = await listTrash(reads, definition, request, records);
  if (deleted.length === 0) return [];
  const ids = deleted.map(({ id }) => id);
  const entries = await entriesFor(reads, definition.name, ids);
  const visible = await rootsWithin(reads, rights, entries);
  const roots = new Map(visible.map((entry) => [entry.record_id, entry]));
  const others = await countUnder(reads, definition, ids);
  const users = deleted.map((record) => record.delete_user_id as bigint);
  const known = await knownUsers(reads, actor, definition.access?.trash, users);
  const rightsIn = await rightsOverEach(reads, definition, rights, deleted);
  return deleted.map((record) => {
    const root = roots.get(record.id);
    return {
      ...shownOf(definition, rightsIn(record), record),
      deleted_by: known(record.delete_user_id as bigint),
      along_with: root ? { collection: collectionOf(reads, root), id: root.root_id } : null,
      others: others.get(record.id) ?? 0,
    };
  });
}

function collectionOf({ catalogue }: Reads, { root_collection }: Entry): string {
  return catalogue.get(root_collection).draftOf ?? root_collection;
}

/** The entries whose root the caller may read. */
async function rootsWithin(reads: Reads, rights: Rights, entries: readonly Entry[]): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const [collection, ofCollection] of Map.groupBy(entries, ({ root_collection }) => root_collection)) {
    const definition = reads.catalogue.get(collection);
    const ids = ofCollection.map(({ root_id }) => root_id);
    const there = await deletedRecords(reads, definition, (select) => select.where('id', 'in', ids));
    const visible = await matchingRecords(reads, definition, rights.records(definition, 'read'), there);
    const known = new Set(visible.map(({ id }) => id));
    found.push(...ofCollection.filter(({ root_id }) => known.has(root_id)));
  }
  return found;
}

/** Restores everything that one deletion removed, or nothing. */
export async function restore(writes: Writes, definition: Definition, id: bigint): Promise<WriteResult> {
  const count = await restoreSets(writes, definition, [id]);
  return done(
    definition.codes.updated,
    message('restoredFromTrash', { label: definition.label, id, others: count - 1 }),
  );
}

/** Destroys a deleted record and what its deletion took along. */
export async function purge(door: Door, definition: Definition, id: bigint): Promise<WriteResult> {
  await door.reach(definition, 'read', 'purge');
  return door.write(async (writes) => {
    const count = await purgeSet(writes, definition, id);
    return done(
      definition.codes.deleted,
      message('purged', { label: definition.label, id, others: count - 1 }),
    );
  });
}
