import type { Door } from '../../access/door.ts';
import { perKeyLimit } from '../../background/limits.ts';
import {
  type Cursors,
  keysetPage,
  keysetParameters,
  login,
  makeCursors,
  pageOf,
  type Route,
  readKeyset,
  route,
  Type,
  type TypeOf,
} from '../../http/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { type ChangeSet, changeSet, SET_STATES } from './change-set.collection.ts';
import { message } from './messages/message.ts';
import { shownSet } from './schemas.ts';
import { describeSet, overBefore, type SetLifetime } from './sets.ts';
import { isKnown, maySee, sightOf, withinReach } from './sight.ts';

interface ListParts extends SetLifetime {
  readonly store: RecordStore;
  readonly secrets: readonly [string, ...string[]];
}

/** Sets of others are looked through for those that the caller may see: this many for a page. */
const MOST_LOOKED_AT = 50;

const listQuery = Type.Object(
  { ...keysetParameters, state: Type.Optional(Type.String({ enum: SET_STATES })) },
  { additionalProperties: false },
);
/** Each list looks at the records of all these sets: a caller has at most this number made at a time. */
const LISTS = { each: 4 };

/** The list of sets that the caller may see. */
export function listSetsRoute(parts: ListParts): Route {
  const cursors = makeCursors(parts.secrets, 'change sets');
  const listsAtOnce = perKeyLimit(LISTS);
  return route({
    tag: message('changeSetsTag'),
    access: login,
    method: 'GET',
    path: '/v1/change-set',
    summary: message('listChangeSets'),
    query: listQuery,
    answer: pageOf(Type.Object(shownSet)),
    isLimited: true,
    handle: (door, { query }) =>
      listsAtOnce.run(String(door.actor.id), () => listSets(parts, cursors, door, query)),
  });
}

async function listSets(
  parts: ListParts,
  cursors: Cursors,
  door: Door,
  { state, ...paging }: TypeOf<typeof listQuery>,
) {
  const { count, after } = readKeyset(paging, (text) => cursors.read(text, 'after').position);
  const { reads, actor } = door;
  const records = await reads.where(changeSet, (select) => {
    let some = select
      .where('change_time', '>', overBefore(parts))
      .orderBy('id', 'desc')
      .limit(MOST_LOOKED_AT);
    if (after !== undefined) some = some.where('id', '<', after);
    if (state !== undefined) some = some.where('state', '=', state);
    return actor.isSuper
      ? some
      : some.where((e) =>
          e.or([
            e('create_user_id', '=', actor.id),
            e('decide_user_id', '=', actor.id),
            e('state', '=', 'submitted'),
          ]),
        );
  });
  const found: ChangeSet[] = [];
  for (const set of await withinReach(reads, door, records)) {
    if (found.length > count) break;
    if (isTurnOver()) await freeTurn();
    if (isKnown(set, door) || maySee(set, door, await sightOf(parts.store.reads, door, set))) found.push(set);
  }
  const shown = found.slice(0, count);
  const last = found.length > count ? shown.at(-1) : records[MOST_LOOKED_AT - 1];
  const items = await Promise.all(shown.map((set) => describeSet(reads, door, set)));
  return keysetPage(items, count, last && cursors.write({ position: last.id })); // a plain id would reveal hidden sets
}
