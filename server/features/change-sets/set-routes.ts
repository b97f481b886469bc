import { created, type Door, done, type FindBeginner, success } from '../../access/index.ts';
import { AppError, badParameters, isRefusal } from '../../errors.ts';
import { idInPath, login, newRecord, parseId, type Route, route, Type } from '../../http/index.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { findAuthor } from './apply-set.ts';
import { type ChangeSet, changeSet } from './change-set.collection.ts';
import { decisionRoutes } from './decision-routes.ts';
import { differenceOf, type Viewer } from './difference.ts';
import { discussionRoutes } from './discussion-routes.ts';
import { itemRoutes } from './item-routes.ts';
import { listSetsRoute } from './list-sets.ts';
import { message } from './messages/message.ts';
import { type ReadParts, readItems } from './read-items.ts';
import { note, sentItems, setWithItems, title } from './schemas.ts';
import {
  describeSet,
  eraseSets,
  getOwnSet,
  getSet,
  hasDecided,
  isAuthor,
  requireState,
  type SetLifetime,
  storeItems,
  touchSet,
} from './sets.ts';
import { type Sight, sightOf } from './sight.ts';
import { tryItems } from './try-items.ts';
import { isKnown, mayDecide, maySee, withinReach } from './who-sees.ts';

export interface SetParts extends ReadParts, SetLifetime {
  readonly store: RecordStore;
  readonly findBeginner: FindBeginner;
  readonly secrets: readonly [string, ...string[]];
}

/** The most sets of one author that are not applied yet. */
const MOST_OPEN = 100;
const common = { tag: message('changeSetsTag'), access: login } as const;
const one = { ...common, path: '/v1/change-set/:id', params: idInPath } as const;

/** The routes of change sets: changes of many records that a second person approves, applied as one. */
export function changeSetRoutes(parts: SetParts): Route[] {
  return [
    listSetsRoute(parts),
    createRoute(parts),
    getRoute(parts),
    changeRoute(parts),
    deleteRoute(parts),
    ...itemRoutes(parts),
    ...decisionRoutes(parts),
    ...discussionRoutes(parts),
  ];
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
    answerFields: newRecord,
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
      const sights = await sightOf(parts.store.reads, door, set);
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
        ...(await describeSet(door.reads, door, set)),
        can: {
          edit: own && set.state === 'draft',
          decide: mayDecide(set, door, sights),
          apply: isParty && set.state === 'approved',
        },
        items: await differencesOf(sights, viewer),
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
        await eraseSets(writes, [set.id]);
        return done(success.deleted, message('changeSetDeleted', { title: set.title }));
      }),
  });
}

/** Judging proposed rich texts takes long, so the event loop gets turns in between. */
async function differencesOf(sights: readonly Sight[], viewer: Viewer) {
  const shown: ReturnType<typeof differenceOf>[] = [];
  for (const sight of sights) {
    if (isTurnOver()) await freeTurn();
    shown.push(differenceOf(sight, viewer));
  }
  return shown;
}

async function authorsRights({ store, findBeginner }: SetParts, door: Door, set: ChangeSet) {
  try {
    return door.admission.rightsOf(await findAuthor(findBeginner, set, store.database.reads));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
