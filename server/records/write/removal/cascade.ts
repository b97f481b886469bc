import type { Shape } from '../../../../contract/column.ts';
import type { Raw } from '../../../database/engine.ts';
import { type Definition, nestedName, type Reference, withLeaves } from '../../../definitions/for-server.ts';
import type { NewRecord } from '../../../definitions/types/record-types.ts';
import { AppError } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { addressById } from '../../named-files.ts';
import { type AnyRecord, idsIn } from '../../record.ts';
import { reachableRecords } from '../../store/reachable-records.ts';
import type { WriteReads } from '../../store/write-context.ts';
import type { Preconditions } from '../preconditions.ts';
import type { deletion } from './deletion.collection.ts';

/** The most referring records that one deletion may delete or change. */
const MOST_RECORDS = 500;
const idShape: Shape = { id: { type: 'bigint' } };

/** What a deletion does to other records. */
export interface Cascade {
  /** The records to delete, by collection; those the caller asked for come first. */
  readonly deleted: ReadonlyMap<Definition, ReadonlyMap<bigint, AnyRecord>>;
  /** The records that stay but lose a reference, by collection, with their new values. */
  readonly changed: ReadonlyMap<Definition, ReadonlyMap<bigint, readonly [before: AnyRecord, values: Raw]>>;
}

/**
 * Computes the effect of deleting a collection's records on the records that refer to them, directly or through others. Throws if one of
 * these forbids the deletion or the actor may not delete it, or if they are too many. Changes nothing.
 */
export async function cascadeOf(
  writes: WriteReads,
  definition: Definition,
  records: readonly AnyRecord[],
  { isForced }: Pick<Preconditions, 'isForced'> = {},
): Promise<Cascade> {
  const { catalogue } = writes;
  const deleted = new Map([[definition, byId(records)]]);
  const held: [Reference, AnyRecord[]][] = [];
  let count = 0;
  const frontier: [Definition, readonly AnyRecord[]][] = [[definition, records]];
  for (let next = frontier.shift(); next; next = frontier.shift()) {
    const [target, leaving] = next;
    if (target.draftOf !== undefined) {
      const published = catalogue.get(target.draftOf);
      const records = await publishedRecords(writes, published, leaving);
      deleted.set(published, new Map([...(deleted.get(published) ?? []), ...byId(records)]));
    }
    for (const reference of catalogue.referencesTo(target.name)) {
      if (isForced && target === definition && mayStay(reference)) continue;
      const holders = await holdersOf(writes, reference, leaving);
      count += holders.length;
      if (count > MOST_RECORDS)
        throw await stillReferenced(writes, [[reference, holders]], ({ label }) =>
          message('moreRecordsThan', { label, max: MOST_RECORDS }),
        );
      if (reference.onDelete !== 'delete') {
        held.push([reference, holders]);
        continue;
      }
      const known = deleted.get(reference.definition) ?? new Map();
      const fresh = holders.filter(({ id }) => !known.has(id));
      if (fresh.length === 0) continue;
      await requireReachable(writes, reference, fresh);
      deleted.set(reference.definition, new Map([...known, ...byId(fresh)]));
      frontier.push([reference.definition, fresh]);
    }
  }
  return { deleted, changed: await withoutReferences(writes, held, deleted) };
}

/**
 * The cascade of deleting a record, after one call of `confirm` for each record that it deletes. `confirm` runs hooks, which may
 * change records, so the cascade is computed again until no record is left to confirm.
 */
export async function confirmedCascade(
  reads: WriteReads,
  definition: Definition,
  { record, ...how }: Pick<Preconditions, 'isForced'> & { readonly record: AnyRecord },
  confirm: (definition: Definition, record: AnyRecord) => Promise<void>,
): Promise<Cascade> {
  const confirmed = new Set<string>();
  let root = record;
  let cascade: Cascade | undefined;
  for (;;) {
    const before = confirmed.size;
    const deleted: Cascade['deleted'] = cascade?.deleted ?? new Map([[definition, byId([root])]]);
    for (const [collection, records] of deleted) {
      for (const one of collection.hooks ? records.values() : []) {
        const address = `${collection.name} ${one.id}`;
        if (!confirmed.has(address)) await confirm(collection, one);
        confirmed.add(address);
      }
    }
    const isSettled = confirmed.size === before;
    if (cascade && isSettled) return cascade;
    if (!isSettled) root = await again(reads, definition, root.id);
    cascade = await cascadeOf(reads, definition, [root], how);
  }
}

/** The entries that keep a deletion set together: one for each record that is in the trash because another was deleted. */
export function entriesOf(
  { deleted: gone }: Cascade,
  root: Definition,
  { id: rootId }: AnyRecord,
): NewRecord<typeof deletion>[] {
  const entries = [...gone].flatMap(([{ name: collection, audit }, records]) =>
    audit === 'full' ? [...records.keys()].map((id) => ({ collection, record_id: id })) : [],
  );
  return entries
    .filter(({ collection, record_id: id }) => collection !== root.name || id !== rootId)
    .map((entry) => ({ ...entry, root_collection: root.name, root_id: rootId }));
}

/** Whether a reference may stay without its target. References of the server's own collections may not. */
function mayStay({ definition, onDelete }: Reference): boolean {
  return onDelete === 'refuse' && !definition.name.startsWith('quire_');
}

/** The published records of these drafts, which are deleted with them. */
function publishedRecords(
  reads: WriteReads,
  { name, columns }: Definition,
  drafts: readonly AnyRecord[],
): Promise<AnyRecord[]> {
  const ids = drafts.map(({ id }) => id);
  const records = reads.query.selectFrom(name).select(Object.keys(columns)).where('id', 'in', ids);
  return reads.records(reads.held(records), columns);
}

/** The records that refer to these; only their ids if the reference forbids the deletion. */
function holdersOf(
  reads: WriteReads,
  reference: Reference,
  targets: readonly AnyRecord[],
): Promise<AnyRecord[]> {
  const { definition, field, path, link, onDelete, isMention } = reference;
  const ids = targets.map(({ id }) => id);
  const shape = onDelete === 'refuse' ? idShape : definition.columns;
  if (isMention) return mentionersOf(reads, reference, targets);
  const linked =
    path === undefined
      ? link && reads.query.selectFrom(link.name).select('holder_id').where('target_id', 'in', ids)
      : reads.query
          .selectFrom(nestedName(definition.name))
          .select('holder_id')
          .where('path', '=', path)
          .where('number', 'in', ids);
  const holders = reads.query
    .selectFrom(definition.name)
    .select(Object.keys(shape))
    .where(linked ? 'id' : field, 'in', linked ?? ids)
    .orderBy('id')
    .limit(MOST_RECORDS + 1);
  return reads.records(reads.held(holders), shape);
}

/** The records whose text shows one of these files. */
function mentionersOf(
  reads: WriteReads,
  { definition, field }: Reference,
  files: readonly AnyRecord[],
): Promise<AnyRecord[]> {
  const { findText } = reads.engine;
  const holders = reads.query
    .selectFrom(definition.name)
    .select('id')
    .where((e) =>
      e.or(
        files
          .flatMap(({ id, path }) => [String(path), addressById(id)])
          .map((address) => e(e.fn<number>(findText, [field, e.val(address)]), '>', e.lit(0))),
      ),
    )
    .orderBy('id')
    .limit(MOST_RECORDS + 1);
  return reads.records(reads.held(holders), idShape);
}

/** The right to delete a record does not extend to the records that refer to it: the actor must be allowed to delete each. */
async function requireReachable(
  reads: WriteReads,
  reference: Reference,
  records: readonly AnyRecord[],
): Promise<void> {
  const reachable = new Set(await reachableRecords(reads, reference.definition, records, ['delete']));
  const foreign = records.filter((record) => !reachable.has(record));
  if (foreign.length > 0)
    throw await stillReferenced(reads, [[reference, foreign]], (seen) =>
      message('recordsNotDeletable', seen),
    );
}

/** The referring records that stay, without their references to deleted records. Throws if a reference forbids the deletion. */
async function withoutReferences(
  reads: WriteReads,
  held: readonly [Reference, AnyRecord[]][],
  deleted: Cascade['deleted'],
): Promise<Cascade['changed']> {
  const changed = new Map<Definition, Map<bigint, readonly [AnyRecord, Raw]>>();
  const referring = held.flatMap(([reference, holders]): Referring[] => {
    const staying = holders.filter(({ id }) => !deleted.get(reference.definition)?.has(id));
    return staying.length > 0 ? [[reference, staying]] : [];
  });
  const refusing = referring.filter(([{ onDelete }]) => onDelete === 'refuse');
  if (refusing.length > 0)
    throw await stillReferenced(reads, refusing, (seen) => message('recordsReferring', seen));
  for (const [reference, staying] of referring) {
    const { definition, field, target } = reference;
    const ofCollection = changed.get(definition) ?? new Map<bigint, readonly [AnyRecord, Raw]>();
    changed.set(definition, ofCollection);
    const leaving = [...deleted].find(([{ name }]) => name === target)?.[1];
    for (const record of staying) {
      const changes = ofCollection.get(record.id)?.[1];
      const left = without(reference, { ...record, ...changes }, (id) => leaving?.has(id) === true);
      ofCollection.set(record.id, [record, { ...changes, [field]: left }]);
    }
  }
  return changed;
}

/** The value of a reference field without the deleted ids. */
function without(
  { definition, field, path, link }: Reference,
  record: Raw,
  isLeaving: (id: bigint) => boolean,
): unknown {
  const stays = (id: bigint) => !isLeaving(id);
  const kind = definition.fields[field];
  if (path === undefined || !kind) return link ? idsIn(record, field).filter(stays) : null;
  return withLeaves(field, kind, record[field], (leaf) => {
    if (leaf.path !== path) return leaf.value;
    if (Array.isArray(leaf.value)) return leaf.value.filter(stays);
    return isLeaving(leaf.value as bigint) ? null : leaf.value;
  });
}

function byId(records: readonly AnyRecord[]): Map<bigint, AnyRecord> {
  return new Map(records.map((record) => [record.id, record]));
}

/** A reference, and the records that refer by it. */
type Referring = readonly [Reference, readonly AnyRecord[]];

/** The records that forbid a deletion, as far as the actor sees them: collection, field and number. */
interface SeenRecords {
  readonly label: Text;
  readonly field: string;
  readonly count: number;
  /** The first of them. */
  readonly id: bigint;
}

/** Records and fields that the actor may not see are neither named nor counted. */
async function stillReferenced(
  reads: WriteReads,
  referring: readonly Referring[],
  inWords: (seen: SeenRecords) => Text,
): Promise<AppError> {
  const rights = await reads.context.rights?.();
  // A record and its draft are one record for people.
  const places = new Map<
    string,
    { readonly label: Text; readonly field: string; readonly ids: Set<bigint> }
  >();
  for (const [{ definition, field, path = field }, records] of referring) {
    if (rights && !rights.shows(definition, field)) continue;
    const ids = records.map(({ id }) => id);
    const known = await reads.idsAmong(definition, ids, rights?.known(definition));
    const { name, draftOf = name, label } = definition;
    const place = places.get(`${draftOf} ${path}`) ?? { label, field: path, ids: new Set() };
    places.set(`${draftOf} ${path}`, place);
    for (const id of ids) if (known.has(id)) place.ids.add(id);
  }
  const named = [...places.values()].flatMap(({ label, field, ids }) => {
    const [id] = ids;
    return id === undefined ? [] : inWords({ label, field, count: ids.size, id });
  });
  return new AppError(
    'stillReferenced',
    named.length > 0 ? { detail: message('names', { names: named }) } : {},
  );
}

/** The record as hooks have left it. */
async function again(reads: WriteReads, definition: Definition, id: bigint): Promise<AnyRecord> {
  const record = await reads.find(definition, id);
  if (!record) throw new AppError('recordNotFound');
  return record;
}
