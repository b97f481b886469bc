import { DECISIONS } from '../../../contract/audit.ts';
import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { CHANGE_EVENTS } from '../../access/guarded/changes.ts';
import { badParameters } from '../../errors.ts';
import { parseId, timeBounds } from '../../http/index.ts';
import type { PlacedChange, Rights, Sought } from '../../records/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { message } from './messages/message.ts';

/** The most changes on a page. */
export const MOST_A_PAGE = 500;
export const USUAL_PAGE = 100;

export const changeQuery = Type.Object(
  {
    after: Type.Optional(Type.String({ maxLength: 100, about: message('changesAfter') })),
    since: Type.Optional(Type.Integer({ ...timeBounds, about: message('changesSince') })),
    collection: Type.Optional(
      Type.String({ maxLength: 4000, olderName: 'record', about: message('changesOfCollections') }),
    ),
    id: Type.Optional(Type.String({ maxLength: 20, olderName: 'row', about: message('changesOfRecord') })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_A_PAGE })),
  },
  { additionalProperties: false },
);

export type ChangeQuery = TypeOf<typeof changeQuery>;

export const changeSchema = Type.Object({
  cursor: Type.String({ about: message('changeCursor') }),
  event: Type.String({ enum: CHANGE_EVENTS, about: message('changeEvent') }),
  decision: Type.Optional(Type.String({ enum: [...DECISIONS], about: message('changeDecision') })),
  collection: Type.String({ olderName: 'record' }),
  version: Type.Optional(Type.String({ enum: ['draft'], about: message('changeOfDraft') })),
  id: Type.Id({ olderName: 'row' }),
  time: Type.Integer({ about: message('timestamp') }),
  own: Type.Boolean({ about: message('changeIsOwn') }),
  fields: Type.Optional(Type.Array(Type.String(), { about: message('changedFields') })),
});

/** The name of the collection that a change is about, also where it is of a draft. */
export function collectionOf({ definition }: Pick<PlacedChange, 'definition'>): string {
  return definition.draftOf ?? definition.name;
}

/** Whether a change is among those that were asked for. */
export type IsAskedFor = (change: PlacedChange) => boolean;

/** What a caller asks for by name; undefined if they ask for all collections. */
export function readSought(
  { catalogue }: Pick<RecordStore, 'catalogue'>,
  { collection, id }: ChangeQuery,
): Sought | undefined {
  if (collection === undefined) return undefined;
  const names = new Set(collection.split(','));
  const sought = [...catalogue.served, ...catalogue.drafts].filter(({ name, draftOf = name }) =>
    names.has(draftOf),
  );
  return {
    collections: sought.map(({ name }) => name),
    id: id === undefined ? undefined : parseId(id, 'id'),
  };
}

/** Reads what a caller asks for. Throws if a collection is not one that they may read. */
export function readWanted(
  { catalogue }: Pick<RecordStore, 'catalogue'>,
  rights: Rights,
  { collection, id: asked }: ChangeQuery,
): IsAskedFor {
  const names = new Set(collection?.split(','));
  const isReadable = (name: string) => {
    const definition = catalogue.served.find((one) => one.name === name);
    if (definition === undefined) return false;
    const uses = definition.hasDrafts ? (['read', 'drafts'] as const) : (['read'] as const);
    return uses.some((use) => rights.records(definition, use) !== 'none');
  };
  for (const name of names)
    if (!isReadable(name)) throw badParameters({ collection: message('noSuchCollectionToRead', { name }) });
  if (asked === undefined) return (change) => names.size === 0 || names.has(collectionOf(change));
  if (names.size !== 1) throw badParameters({ id: message('recordOfOneCollection') });
  const id = parseId(asked, 'id');
  return (change) => change.recordId === id && names.has(collectionOf(change));
}
