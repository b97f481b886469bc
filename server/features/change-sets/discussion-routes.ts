import { created, type Door, done, success } from '../../access/index.ts';
import { AppError, badParameters } from '../../errors.ts';
import { idInPath, login, newRecord, parseId, type Route, route, Type } from '../../http/index.ts';
import type { Reads, RecordStore } from '../../records/index.ts';
import type { ChangeSet } from './change-set.collection.ts';
import { message } from './messages/message.ts';
import { person } from './schemas.ts';
import { MOST_IN_COMMENT, setComment } from './set-comment.collection.ts';
import { getSet, namedUser, type SetLifetime } from './sets.ts';
import { isKnown, maySee, sightOf, withinReach } from './sight.ts';

interface DiscussionParts extends SetLifetime {
  readonly store: RecordStore;
}

const MOST_COMMENTS = 200;
const common = {
  tag: message('changeSetsTag'),
  access: login,
  path: '/v1/change-set/:id/comment',
  refusesPrograms: message('keysDiscussNoSets'),
} as const;
const text = Type.String({ minLength: 1, maxLength: MOST_IN_COMMENT, pattern: '[^\\s\\p{Cf}]' });
const shown = Type.Object({
  id: Type.Id(),
  author: person,
  text: Type.String(),
  create_time: Type.Integer(),
  own: Type.Boolean(),
});

/** What people say about a change set, as long as they may see it. */
export function discussionRoutes(parts: DiscussionParts): Route[] {
  return [listRoute(parts), createRoute(parts), deleteRoute(parts)];
}

function listRoute(parts: DiscussionParts): Route {
  return route({
    ...common,
    method: 'GET',
    params: idInPath,
    summary: message('listSetComments'),
    answer: Type.Object({ items: Type.Array(shown) }),
    async handle(door, { params }) {
      const { id } = await getVisible(door.reads, parts, door, parseId(params.id));
      const comments = await door.reads.where(setComment, (select) =>
        select.where('set_id', '=', id).orderBy('id'),
      );
      const items = comments.map(async ({ create_user_id, ...one }) => ({
        ...one,
        author: await namedUser(door.reads, create_user_id),
        own: create_user_id === door.actor.id,
      }));
      return { items: await Promise.all(items) };
    },
  });
}

function createRoute(parts: DiscussionParts): Route {
  return route({
    ...common,
    method: 'POST',
    params: idInPath,
    summary: message('commentOnSet'),
    body: Type.Object({ text }, { additionalProperties: false }),
    answerFields: newRecord,
    handle: (door, { params, body }) =>
      door.write(async (writes) => {
        const { id, title } = await getVisible(writes, parts, door, parseId(params.id));
        const others = await writes.count(setComment, (select) => select.where('set_id', '=', id));
        if (others >= MOST_COMMENTS)
          throw badParameters({ '': message('tooManySetComments', { max: MOST_COMMENTS }) });
        const made = await writes.create(setComment, { set_id: id, text: body.text });
        return created(success.done, message('setCommented', { title }), made);
      }),
  });
}

function deleteRoute(parts: DiscussionParts): Route {
  return route({
    ...common,
    method: 'DELETE',
    path: '/v1/change-set/:id/comment/:comment',
    params: Type.Object({ id: Type.String(), comment: Type.String() }),
    summary: message('deleteSetComment'),
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const { id, title } = await getVisible(writes, parts, door, parseId(params.id));
        const found = await writes.find(setComment, parseId(params.comment, 'comment'));
        if (found?.set_id !== id) throw new AppError('recordNotFound');
        if (found.create_user_id !== door.actor.id && !door.actor.isSuper)
          throw new AppError('permissionMissing');
        await writes.remove(setComment, found.id);
        return done(success.deleted, message('setCommentDeleted', { title }));
      }),
  });
}

/** A set that the caller may see now. To others it is not there. */
async function getVisible(reads: Reads, parts: DiscussionParts, door: Door, id: bigint): Promise<ChangeSet> {
  const found = await getSet(reads, parts, id);
  const [set] = await withinReach(door.reads, door, [found]);
  if (!set || !(isKnown(set, door) || maySee(set, door, await sightOf(parts.store.reads, door, set))))
    throw new AppError('recordNotFound');
  return set;
}
