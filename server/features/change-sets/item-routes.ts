import { Type } from '../../../contract/json-schema.ts';
import { type Door, done, success, type WriteResult } from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { idInPath, parseId, type Route, route } from '../../http/index.ts';
import { itemsOf } from './items.ts';
import { message } from './messages/message.ts';
import {
  MOST_ITEMS,
  type ReadItem,
  type ReadParts,
  readItems,
  requireKnown,
  sentItem,
} from './read-items.ts';
import { placeParams } from './schemas.ts';
import { getOwnSet, requireState, type SetLifetime, storeItems, touchSet } from './sets.ts';
import { tryItems } from './try-items.ts';

type ItemParts = ReadParts & SetLifetime;
type Stored = Awaited<ReturnType<typeof itemsOf>>;

const common = {
  tag: message('changeSetsTag'),
  access: login,
  answersItems: true,
} as const;
const all = { ...common, path: '/v1/change-set/:id/item', params: idInPath } as const;
const one = { ...common, path: '/v1/change-set/:id/item/:place', params: placeParams } as const;

/** The items of a draft: each change of them is tried out as a whole before it is kept. */
export function itemRoutes(parts: ItemParts): Route[] {
  return [
    route({
      ...all,
      method: 'POST',
      summary: message('addSetItems'),
      body: Type.Object(
        { items: Type.Array(sentItem, { minItems: 1, maxItems: MOST_ITEMS }) },
        { additionalProperties: false },
      ),
      handle: (door, { params, body }) =>
        changeItems(parts, door, params.id, async (stored) => {
          const added = await readItems(parts, door, body.items, stored.length);
          return {
            items: [...requireKnown(stored), ...added],
            isFresh: (item) => item.place >= stored.length,
          };
        }),
    }),
    route({
      ...one,
      method: 'PUT',
      summary: message('replaceSetItem'),
      body: sentItem,
      handle: (door, { params, body }) =>
        changeItems(parts, door, params.id, async (stored) => {
          const place = placeIn(stored, params.place);
          const [item] = await readItems(parts, door, [body], place);
          const others = requireKnown(stored.filter(([record]) => record.place !== place));
          const items = item ? [...others, item] : others;
          return { items: items.toSorted(byPlace), isFresh: (one) => one.place === place };
        }),
    }),
    route({
      ...one,
      method: 'DELETE',
      summary: message('removeSetItem'),
      handle: (door, { params }) =>
        changeItems(parts, door, params.id, async (stored) => {
          const place = placeIn(stored, params.place);
          const others = requireKnown(stored.filter(([record]) => record.place !== place));
          return { items: others.map((item, index) => ({ ...item, place: index })), isFresh: () => false };
        }),
    }),
    route({
      ...common,
      path: '/v1/change-set/:id/rebase',
      params: idInPath,
      method: 'POST',
      summary: message('rebaseChangeSet'),
      handle: (door, { params }) =>
        changeItems(parts, door, params.id, async (stored) => ({
          items: requireKnown(stored),
          isFresh: () => true,
        })),
    }),
  ];
}

interface Edited {
  readonly items: readonly ReadItem[];
  /** Whether the item is based on the record as the author sees it now. */
  readonly isFresh: (item: ReadItem) => boolean;
}

async function changeItems(
  parts: ItemParts,
  door: Door,
  id: string,
  edit: (stored: Stored) => Promise<Edited>,
): Promise<WriteResult> {
  const known = await door.answered();
  if (known) return known;
  const before = await getOwnSet(door.reads, parts, parseId(id), door.actor);
  requireState(before, 'draft');
  const { items, isFresh } = await edit(await itemsOf(door.reads, before.id));
  const tried = await tryItems(parts, door, items, isFresh);
  return door.write(async (writes) => {
    const set = await getOwnSet(writes, parts, before.id, door.actor);
    requireState(set, 'draft');
    if (set.version !== before.version) throw new AppError('changedMeanwhile');
    await storeItems(writes, set.id, door.actor.id, tried);
    await touchSet(writes, set, { size: tried.length, key_id: door.actor.key?.id ?? null });
    return done(success.done, message('changeSetChanged', { title: set.title }));
  });
}

function placeIn(stored: Stored, text: string): number {
  const place = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (!stored.some(([record]) => record.place === place)) throw new AppError('recordNotFound');
  return place;
}

function byPlace(one: ReadItem, other: ReadItem): number {
  return one.place - other.place;
}
