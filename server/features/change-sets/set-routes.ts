import { created, done, success } from '../../access/index.ts';
import { badParameters } from '../../errors.ts';
import { newRecord, parseId, type Route, route, Type } from '../../http/index.ts';
import { changeSet } from './change-set.collection.ts';
import { message } from './messages/message.ts';
import { readItems } from './read-items.ts';
import { note, ofOneSet, ofSets, sentItems, title } from './schemas.ts';
import type { SetParts } from './set-parts.ts';
import { eraseSets, getOwnSet, requireState, storeItems, touchSet } from './sets.ts';
import { tryItems } from './try-items.ts';

/** The most sets of one author that are not applied yet. */
const MOST_OPEN = 100;

/** The routes that make, change and delete change sets. */
export function ownSetRoutes(parts: SetParts): Route[] {
  return [createRoute(parts), changeRoute(parts), deleteRoute(parts)];
}

function createRoute(parts: SetParts): Route {
  return route({
    ...ofSets,
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

function changeRoute(parts: SetParts): Route {
  return route({
    ...ofOneSet,
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
    ...ofOneSet,
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
