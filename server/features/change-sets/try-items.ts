import { type Door, done, success } from '../../access/index.ts';
import { AppError, badParameters } from '../../errors.ts';
import { preconditionsOf, recordPlaceOf, shownSchema } from '../../http/index.ts';
import { type AnyRecord, Refusals, type Rights, reachableRecords, type Writes } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { MOST_CHARACTERS } from './change-set.collection.ts';
import { type Item, USES, versionOf } from './items.ts';
import { message } from './messages/message.ts';
import { MOST_ITEMS, type ReadItem, type ReadParts } from './read-items.ts';
import { lockRecords, writeItems } from './write-items.ts';

/**
 * Writes the items with the caller's rights in a transaction that is rolled back. Returns them; `fresh` ones with the values
 * that the caller saw. Throws what applying them would throw.
 */
export async function tryItems(
  parts: ReadParts,
  door: Door,
  items: readonly ReadItem[],
  isFresh: (item: ReadItem) => boolean,
): Promise<readonly Item[]> {
  requireFitting(items);
  let based: readonly Item[] = [];
  if (items.length === 0) return based;
  await door.tryOut(async (writes) => {
    const records = await lockRecords(writes, items);
    const rights = await writes.context.rights?.();
    if (!rights) throw new Error('a set is tried with the rights of a caller');
    const refusals = new Refusals();
    const seen: Item[] = [];
    for (const item of items) {
      const record =
        item.recordId === undefined ? undefined : records.get(item.definition)?.get(item.recordId);
      const unjudged = problemOfJudging(item, rights);
      if (unjudged) refusals.note(item.place, unjudged);
      if (isFresh(item))
        await requireTag(parts, door, writes, { item, record }).catch((error) =>
          refusals.note(item.place, error),
        );
      seen.push(
        record && isFresh(item) ? { ...item, ...(await baseOf(writes, item, record, rights)) } : item,
      );
    }
    refusals.throwAny();
    based = seen;
    await writeItems(writes.inNameOf({ isApproved: true }), items, true);
    return done(success.done, message('wouldSucceed'));
  });
  return based;
}

/** Throws unless the record is as the caller read it. Records that the caller may not read are reported as not found. */
async function requireTag(
  parts: ReadParts,
  door: Door,
  writes: Writes,
  { item, record }: { readonly item: ReadItem; readonly record: AnyRecord | undefined },
): Promise<void> {
  const { definition, etag, action } = item;
  if (etag === undefined) return;
  const schema = shownSchema(parts.catalogue, definition);
  const shown = { definition, place: recordPlaceOf(definition, parts.singletonIds), schema, parts };
  const request = { headers: { 'if-match': etag }, query: {} };
  const { expect, uses = [] } = await preconditionsOf(shown, door, request, USES[action]);
  const [reached] = record ? await reachableRecords(writes, definition, [record], uses) : [];
  if (!reached) throw new AppError('recordNotFound');
  await expect?.(reached);
}

/**
 * The refusal of a field that is open to the author in some records alone: a set is shown and judged by people to whom it is open in
 * others, and at other times.
 */
function problemOfJudging({ definition, values }: Item, rights: Rights): AppError | undefined {
  const field = Object.keys(values).find((name) =>
    [rights.shownIn(definition, name), rights.changedIn(definition, name)].some(
      (records) => typeof records === 'object',
    ),
  );
  return field === undefined
    ? undefined
    : badParameters({ [field]: message('onlyInSomeRecords', { name: field }) });
}

/** The record as the author sees it now. */
async function baseOf(
  writes: Writes,
  { definition, values: given }: Item,
  record: AnyRecord,
  rights: Rights,
): Promise<Pick<Item, 'base' | 'baseVersion'>> {
  const [seen] = await reachableRecords(writes, definition, [record], ['read']);
  const names = Object.keys(given).filter((field) => seen && rights.shows(definition, field));
  return {
    base: Object.fromEntries(names.map((field) => [field, record[field] ?? null])),
    baseVersion: seen && versionOf(definition, rights, seen),
  };
}

/** Throws unless the items fit together: not too many, each record once, each name once. */
function requireFitting(items: readonly Item[]): void {
  if (items.length > MOST_ITEMS)
    throw badParameters({ items: message('tooManySetItems', { max: MOST_ITEMS }) });
  const characters = items.reduce((sum, item) => sum + toJson(item.values).length, 0);
  if (characters > MOST_CHARACTERS)
    throw badParameters({ items: message('itemsTooLong', { max: MOST_CHARACTERS }) });
  const refusals = new Refusals();
  const seen = new Set<string>();
  for (const { place, definition, action, recordId, recordName } of items) {
    const isDecision = action === 'publish' || action === 'unpublish';
    const record = recordId === undefined ? (isDecision ? `new ${recordName}` : undefined) : `${recordId}`;
    const keys = [
      record === undefined ? undefined : `${definition.name} ${record} ${isDecision ? 'decided' : 'written'}`,
      action === 'create' && recordName !== undefined ? `name ${recordName}` : undefined,
    ].filter((key) => key !== undefined);
    if (keys.some((key) => seen.has(key)))
      refusals.note(
        place,
        badParameters({ [recordId === undefined ? 'name' : 'id']: message('twiceInSet') }),
      );
    for (const key of keys) seen.add(key);
  }
  refusals.throwAny();
}
