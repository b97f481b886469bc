import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import type { FindBeginner } from '../../access/admission/admit-task.ts';
import type { Door } from '../../access/door.ts';
import { success } from '../../access/success.ts';
import { created, done } from '../../access/write-result.ts';
import { perKeyLimit } from '../../background/limits.ts';
import { login } from '../../definitions/access-rule.ts';
import { AppError, badParameters, isRefusal } from '../../errors.ts';
import { type Cursors, makeCursors } from '../../http/answers/sealed-cursors.ts';
import { keysetPage, keysetParameters, pageOf, readKeyset } from '../../http/paging.ts';
import { idInPath, newRow, parseId } from '../../http/parse-id.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from '../../messages/message.ts';
import type { Records } from '../../records/records.ts';
import type { Reads } from '../../records/rows/reads.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { findAuthor } from './apply-set.ts';
import { type ChangeSet, changeSet, SET_STATES } from './change-set.record.ts';
import { decisionRoutes } from './decision-routes.ts';
import { differenceOf } from './difference.ts';
import { itemRoutes } from './item-routes.ts';
import { itemsOf } from './items.ts';
import { type ReadParts, readItems, tryItems } from './read-items.ts';
import { note, sentItems, setWithItems, shownSet, title } from './schemas.ts';
import {
  getOwnSet,
  getSet,
  hasDecided,
  isAuthor,
  namedUser,
  overBefore,
  removeItems,
  requireState,
  type SetLifetime,
  storeItems,
  touchSet,
} from './sets.ts';
import { sightOf } from './sight.ts';
import { isKnown, mayDecide, maySee, withinReach } from './who-sees.ts';

export interface SetParts extends ReadParts, SetLifetime {
  readonly records: Records;
  readonly findBeginner: FindBeginner;
  readonly secrets: readonly [string, ...string[]];
}

/** The most sets of one author that are not applied yet. */
const MOST_OPEN = 100;
/** Sets of others are looked through for those that the caller may see: this many for a page. */
const MOST_LOOKED_AT = 50;

const listQuery = Type.Object(
  { ...keysetParameters, state: Type.Optional(Type.String({ enum: SET_STATES })) },
  { additionalProperties: false },
);
/** Each list looks at the rows of all these sets: a caller has at most this number made at a time. */
const LISTS = { each: 4 };

const common = { tag: message('changeSetsTag'), family: 'content', access: login } as const;
const one = { ...common, path: '/v1/change-set/:id', params: idInPath } as const;

/** The routes of change sets: changes of many rows that a second person approves, applied as one. */
export function changeSetRoutes(parts: SetParts): Route[] {
  return [
    listRoute(parts),
    createRoute(parts),
    getRoute(parts),
    changeRoute(parts),
    deleteRoute(parts),
    ...itemRoutes(parts),
    ...decisionRoutes(parts),
  ];
}

function listRoute(parts: SetParts): Route {
  const cursors = makeCursors(parts.secrets, 'change sets');
  const listsAtOnce = perKeyLimit(LISTS);
  return route({
    ...common,
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
  parts: SetParts,
  cursors: Cursors,
  door: Door,
  { state, ...paging }: TypeOf<typeof listQuery>,
) {
  const { count, after } = readKeyset(paging, (text) => cursors.read(text, 'after'));
  const { reads, actor } = door;
  const rows = await reads.where(changeSet, (select) => {
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
  for (const set of await withinReach(reads, door, rows)) {
    if (found.length > count) break;
    if (isTurnOver()) await freeTurn();
    if (isKnown(set, door) || maySee(set, door, await sightIn(parts, door, set))) found.push(set);
  }
  const shown = found.slice(0, count);
  const last = found.length > count ? shown.at(-1) : rows[MOST_LOOKED_AT - 1];
  const items = await Promise.all(shown.map((set) => describe(reads, door, set)));
  return keysetPage(items, count, last && cursors.write(last.id)); // a plain id would reveal hidden sets
}

function createRoute(parts: SetParts): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/v1/change-set',
    summary: message('createChangeSet'),
    body: Type.Object(
      { title, note: Type.Optional(note), items: Type.Optional(sentItems) },
      { additionalProperties: false },
    ),
    answerFields: newRow,
    answersItems: true,
    async handle(door, { body }) {
      const known = await door.answered();
      if (known) return known;
      const items = await tryItems(
        parts,
        door,
        await readItems(parts, door, body.items ?? [], 0),
        () => true,
      );
      return door.write(async (writes) => {
        const open = await writes.count(changeSet, (select) =>
          select.where('create_user_id', '=', door.actor.id).where('state', '<>', 'applied'),
        );
        if (open >= MOST_OPEN) throw badParameters({ '': message('tooManySets', { max: MOST_OPEN }) });
        const { now } = writes.context;
        const id = await writes.create(changeSet, {
          title: body.title,
          note: body.note ?? '',
          size: items.length,
          key_id: door.actor.key?.id ?? null,
          change_time: now,
        });
        await storeItems(writes, id, door.actor.id, items);
        const text = message('changeSetCreated', { title: body.title });
        return created(success.done, text, id, `/v1/change-set/${id}`);
      });
    },
  });
}

function getRoute(parts: SetParts): Route {
  return route({
    ...one,
    method: 'GET',
    summary: message('showChangeSet'),
    answer: setWithItems,
    async handle(door, { params }) {
      const { actor, admission } = door;
      const found = await getSet(door.reads, parts, parseId(params.id));
      const [set] = await withinReach(door.reads, door, [found]);
      if (!set) throw new AppError('recordNotFound');
      const sights = await sightIn(parts, door, set);
      if (!isKnown(set, door) && !maySee(set, door, sights)) throw new AppError('recordNotFound');
      const own = isAuthor(set, actor);
      const isPending = set.state !== 'applied' && set.state !== 'rejected';
      const viewer = {
        rights: admission.rightsOf(actor),
        isAuthor: own,
        isPending,
        authorsRights: isPending ? await authorsRights(parts, door, set) : undefined,
      };
      const isParty = own || hasDecided(set, actor);
      return {
        ...(await describe(door.reads, door, set)),
        can: {
          edit: own && set.state === 'draft',
          decide: mayDecide(set, door, sights),
          apply: isParty && set.state === 'approved',
        },
        items: sights.map((sight) => differenceOf(sight, viewer)),
      };
    },
  });
}

function changeRoute(parts: SetParts): Route {
  return route({
    ...one,
    method: 'PATCH',
    summary: message('changeChangeSet'),
    body: Type.Object(
      { title: Type.Optional(title), note: Type.Optional(note) },
      { additionalProperties: false },
    ),
    handle: (door, { params, body }) =>
      door.write(async (writes) => {
        const set = await getOwnSet(writes, parts, parseId(params.id), door.actor);
        requireState(set, 'draft');
        await touchSet(writes, set, body);
        return done(success.done, message('changeSetChanged', { title: body.title ?? set.title }));
      }),
  });
}

function deleteRoute(parts: SetParts): Route {
  return route({
    ...one,
    method: 'DELETE',
    summary: message('deleteChangeSet'),
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const set = await getOwnSet(writes, parts, parseId(params.id), door.actor);
        requireState(set, 'draft', 'submitted', 'approved', 'rejected');
        await removeItems(writes, [set.id]);
        await writes.erase(changeSet, [set.id]);
        return done(success.deleted, message('changeSetDeleted', { title: set.title }));
      }),
  });
}

async function sightIn({ records: { reads } }: SetParts, door: Door, set: ChangeSet) {
  return sightOf(reads, door, set, await itemsOf(reads, set.id));
}

async function authorsRights({ records, findBeginner }: SetParts, door: Door, set: ChangeSet) {
  try {
    return door.admission.rightsOf(await findAuthor(findBeginner, set, records.database.reads));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

async function describe(reads: Reads, { actor }: Door, set: ChangeSet) {
  const { create_user_id, decide_user_id, apply_user_id, ...shown } = set;
  const person = (id: bigint | null) => (id === null ? null : namedUser(reads, id));
  return {
    ...shown,
    author: await namedUser(reads, create_user_id),
    decided_by: await person(decide_user_id),
    applied_by: await person(apply_user_id),
    own: create_user_id === actor.id,
  };
}
