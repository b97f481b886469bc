import { type JsonSchema, Type, type TypeOf } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import type { Raw } from '../../database/engine.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { AppError, badParameters } from '../../errors.ts';
import { bodyId, type CollectionRouteParts, recordPlaceOf } from '../../http/index.ts';
import {
  cleanGiven,
  inColumns,
  Refusals,
  readLocales,
  type SingletonIds,
  setAsideLegacy,
} from '../../records/index.ts';
import { SET_ACTIONS } from './change-set.collection.ts';
import { type Item, USES, writtenCollection } from './items.ts';
import { message } from './messages/message.ts';
import { placeholdersIn } from './placeholders.ts';

/** The most items of a set. */
export const MOST_ITEMS = 200;

const name = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_-]+$' });
const values: JsonSchema<Raw> = { type: 'object', checkedByFields: true, about: message('setItemValues') };

export const sentItem = Type.Object(
  {
    collection: Type.String({ maxLength: 40, olderName: 'record', about: message('setItemCollection') }),
    action: Type.String({ enum: SET_ACTIONS }),
    id: Type.Optional(bodyId),
    name: Type.Optional({ ...name, about: message('setItemName') }),
    new: Type.Optional({ ...name, about: message('setItemNew') }),
    values: Type.Optional(values),
    locale: Type.Optional(Type.String({ maxLength: 40 })),
    etag: Type.Optional(Type.String({ maxLength: 1000, about: message('onlyIfUnchanged') })),
  },
  { additionalProperties: false },
);
export type SentItem = TypeOf<typeof sentItem>;

export interface ReadParts extends CollectionRouteParts {
  readonly singletonIds: SingletonIds;
}

/** An item as sent, before its record was looked up. */
export interface ReadItem extends Item {
  readonly etag?: string | undefined;
}

/**
 * Reads sent items; the first of them has this place in its set. Throws if the caller may never do such a thing, and
 * RecordsRefused with every invalid item.
 */
export async function readItems(
  parts: ReadParts,
  door: Door,
  sent: readonly SentItem[],
  first: number,
): Promise<readonly ReadItem[]> {
  const refusals = new Refusals();
  const items: ReadItem[] = [];
  for (const [index, one] of sent.entries()) {
    const definition = writtenCollection(parts.catalogue, one.collection);
    if (!definition) {
      refusals.note(first + index, badParameters({ collection: message('noSuchCollection') }));
      continue;
    }
    if (hasAction(definition, one)) await door.reach(definition, USES[one.action]);
    try {
      items.push(await readItem(parts, definition, one, first + index));
    } catch (error) {
      refusals.note(first + index, error);
    }
  }
  refusals.throwAny();
  return items;
}

function hasAction({ draftOf, isSingleton, sql }: ServedDefinition, { action }: SentItem): boolean {
  if (sql) return false;
  if (action === 'publish' || action === 'unpublish') return draftOf !== undefined;
  return action === 'update' || !isSingleton;
}

async function readItem(
  { catalogue, singletonIds }: ReadParts,
  definition: ServedDefinition,
  sent: SentItem,
  place: number,
): Promise<ReadItem> {
  const { action, name: recordName, new: made, locale, etag } = sent;
  if (!hasAction(definition, sent)) throw badParameters({ action: message('notForThisCollection') });
  const id = definition.isSingleton ? recordPlaceOf(definition, singletonIds).idOf({}) : sent.id;
  const isCreation = action === 'create';
  const isDecision = action === 'publish' || action === 'unpublish';
  const hasValues = isCreation || action === 'update';
  refuse({ id: isCreation && id !== undefined, etag: etag !== undefined && id === undefined });
  refuse({ name: recordName !== undefined && !isCreation, new: made !== undefined && !isDecision });
  refuse({ values: sent.values !== undefined && !hasValues });
  if (!isCreation && (id === undefined) === (made === undefined))
    throw badParameters({ id: message('missing') });
  const locales = readLocales(catalogue.locales, locale === undefined ? {} : { locale });
  const columns = inColumns(definition, sent.values ?? {}, locales);
  const read = hasValues ? await cleanValues(definition, columns) : {};
  if (action === 'update' && Object.keys(read).length === 0)
    throw badParameters({ values: message('missing') });
  return {
    place,
    definition,
    action,
    recordId: id,
    recordName: isCreation ? recordName : made,
    values: read,
    base: {},
    baseVersion: undefined,
    etag,
  };
}

function refuse(misplaced: Readonly<Record<string, boolean>>): void {
  for (const [field, isMisplaced] of Object.entries(misplaced))
    if (isMisplaced) throw badParameters({ [field]: message('notForThisAction') });
}

/** The cleaned values; placeholders stay. */
async function cleanValues(definition: ServedDefinition, values: Raw): Promise<Raw> {
  const { fields } = definition;
  for (const field of Object.keys(values))
    if (Object.hasOwn(fields, field) && fields[field]?.secret)
      throw badParameters({ [field]: message('secretNotInSets') });
  const waiting = placeholdersIn(definition, values);
  const known = Object.fromEntries(Object.entries(values).filter(([field]) => !waiting.has(field)));
  const { judged, doubtful } = setAsideLegacy(definition, known);
  const cleaned = await cleanGiven(definition, judged);
  const later = [...waiting.keys(), ...doubtful.keys()]; // the write decides about these
  return { ...cleaned, ...Object.fromEntries(later.map((field) => [field, values[field]])) };
}

/** Throws RecordsRefused naming items with values that their fields refuse by now. */
export async function requireFittingValues(items: readonly Item[]): Promise<void> {
  const refusals = new Refusals();
  for (const { place, definition, values } of items)
    await cleanValues(definition, values).catch((error: unknown) => refusals.note(place, error));
  refusals.throwAny();
}

/** Throws RecordsRefused naming items whose collection is gone. */
export function requireKnown(
  items: readonly (readonly [stored: { place: number }, item: Item | undefined])[],
) {
  const refusals = new Refusals();
  for (const [{ place }, item] of items) if (!item) refusals.note(place, new AppError('recordNotFound'));
  refusals.throwAny();
  return items.flatMap(([, item]) => item ?? []);
}
