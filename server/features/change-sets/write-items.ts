import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { AppError, badParameters } from '../../errors.ts';
import type { Text } from '../../messages/message.ts';
import { type AnyRecord, matchingRecords, Refusals, type Rights, type Writes } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { type Item, USES, versionOf } from './items.ts';
import { message } from './messages/message.ts';
import { withIds } from './placeholders.ts';

/**
 * Writes the items in their order and returns the ids of their records. Throws RecordsRefused with every item that cannot be
 * written; the caller must then undo all of them. On trial, records that nothing refers to take no ids.
 */
export async function writeItems(
  writes: Writes,
  items: readonly Item[],
  onTrial = false,
): Promise<ReadonlyMap<number, bigint>> {
  const refusals = new Refusals();
  const made = new Map<string, bigint>();
  const ids = new Map<number, bigint>();
  for (const item of items) {
    if (isTurnOver()) await freeTurn();
    try {
      const id = await writeItem(writes, item, { made, onTrial });
      ids.set(item.place, id);
      if (item.action === 'create' && item.recordName !== undefined) made.set(item.recordName, id);
    } catch (error) {
      refusals.note(item.place, error);
    }
  }
  refusals.throwAny();
  return ids;
}

interface Course {
  readonly made: ReadonlyMap<string, bigint>;
  readonly onTrial: boolean;
}

async function writeItem(
  writes: Writes,
  { definition, action, recordId, recordName, values }: Item,
  { made, onTrial }: Course,
): Promise<bigint> {
  const sent = withIds(definition, values, made);
  if (action === 'create') return writes.create(definition, sent, onTrial && recordName === undefined);
  const id = recordId ?? (recordName === undefined ? undefined : made.get(recordName));
  if (id === undefined) throw badParameters({ new: message('notMadeBefore', { name: recordName ?? '' }) });
  if (action === 'update') await writes.update(definition, id, sent);
  else if (action === 'delete') await writes.remove(definition, id);
  else await writes[action](definition, id);
  return id;
}

/** The records that items name, locked in the order of their ids, so that two sets cannot deadlock. */
export async function lockRecords(
  writes: Writes,
  items: readonly Item[],
): Promise<ReadonlyMap<ServedDefinition, ReadonlyMap<bigint, AnyRecord>>> {
  const records = new Map<ServedDefinition, ReadonlyMap<bigint, AnyRecord>>();
  const byCollection = Map.groupBy(items, ({ definition }) => definition);
  for (const definition of [...byCollection.keys()].sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const ids = [...new Set((byCollection.get(definition) ?? []).flatMap(({ recordId }) => recordId ?? []))];
    const found =
      ids.length > 0
        ? await writes.where(definition, (select) => select.where('id', 'in', ids).orderBy('id'))
        : [];
    records.set(definition, new Map(found.map((record) => [record.id, record])));
  }
  return records;
}

/**
 * Throws RecordsRefused with every item whose record has changed since the author saw it. A record that author and approver may not both
 * see is reported as not found.
 */
export async function requireUnchanged(
  writes: Writes,
  items: readonly Item[],
  { author, both }: { readonly author: Rights; readonly both: Rights },
): Promise<void> {
  const records = await lockRecords(writes, items);
  const refusals = new Refusals();
  for (const item of items) {
    if (item.recordId === undefined) continue;
    const record = records.get(item.definition)?.get(item.recordId);
    if (!record || !(await isReached(writes, item, record, both)))
      refusals.note(item.place, new AppError('recordNotFound'));
    else if (
      item.baseVersion !== undefined &&
      versionOf(item.definition, author, record) !== item.baseVersion
    )
      refusals.note(item.place, new AppError('changedMeanwhile', { problems: changedFields(item, record) }));
  }
  refusals.throwAny();
}

/** Whether the actor may still do this to the record, and may see it if the item is based on what they saw. */
async function isReached(
  writes: Writes,
  { definition, action, baseVersion }: Item,
  record: AnyRecord,
  rights: Rights,
): Promise<boolean> {
  const uses = baseVersion === undefined ? [USES[action]] : (['read', USES[action]] as const);
  const reached = await matchingRecords(writes, definition, rights.records(definition, ...uses), [record]);
  return reached.length > 0;
}

/** The fields of an item that had another value when the author saw them. */
export function changedFields({ base }: Item, record: AnyRecord): Readonly<Record<string, Text>> {
  return Object.fromEntries(
    Object.entries(base).flatMap(([name, was]) =>
      toJson(record[name] ?? null) === toJson(was) ? [] : [[name, message('changedSince')]],
    ),
  );
}
