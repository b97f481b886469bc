import { Type } from '../../../contract/json-schema.ts';
import { created, done, success } from '../../access/write-result.ts';
import { AppError } from '../../errors.ts';
import { bodyId, idInPath, newRecord, parseId, type Route, route } from '../../http/index.ts';
import { comment } from './comment.collection.ts';
import { type CommentParts, common } from './common.ts';
import { message } from './messages/message.ts';
import { text } from './schemas.ts';
import { type CommentSubject, getPlace } from './subject.ts';
import { mayChange } from './threads.ts';
import {
  addComment,
  changeComment,
  getComment,
  getThread,
  removeComment,
  rightsIn,
} from './write-comments.ts';

const newThread = Type.Object(
  {
    collection: Type.String({ minLength: 1, maxLength: 40 }),
    record_id: bodyId,
    field: Type.Optional(Type.Nullable(Type.String({ maxLength: 60, about: message('commentField') }))),
    locale: Type.Optional(Type.Nullable(Type.String({ maxLength: 20, about: message('commentLocale') }))),
    text,
  },
  { additionalProperties: false },
);
const onlyText = Type.Object({ text }, { additionalProperties: false });
const one = { ...common, path: '/cms/comment/:id', params: idInPath } as const;

/** Writes comments. Each needs the right to read the record, and the field, at this moment. */
export function commentRoutes(parts: CommentParts): Route[] {
  return [
    createRoute(parts),
    replyRoute(parts),
    changeRoute(parts),
    deleteRoute,
    resolveRoute('resolve'),
    resolveRoute('reopen'),
  ];
}

function createRoute({ findUsers }: CommentParts): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/comment',
    summary: message('createComment'),
    body: newThread,
    answerFields: newRecord,
    handle: (door, { body }) =>
      door.write(async (writes) => {
        const place = await getPlace(writes, await rightsIn(writes), body);
        const id = await addComment(writes, door, findUsers, { text: body.text, place });
        return created(success.done, message('commentCreated', named(place)), id, `/cms/comment/${id}`);
      }),
  });
}

function replyRoute({ findUsers }: CommentParts): Route {
  return route({
    ...one,
    method: 'POST',
    path: '/cms/comment/:id/reply',
    summary: message('replyToComment'),
    body: onlyText,
    answerFields: newRecord,
    handle: (door, { params, body }) =>
      door.write(async (writes) => {
        const { stored, place } = await getThread(writes, await rightsIn(writes), parseId(params.id));
        const id = await addComment(writes, door, findUsers, { text: body.text, place, thread: stored });
        return created(
          success.done,
          message('commentCreated', named(place)),
          id,
          `/cms/comment/${stored.id}`,
        );
      }),
  });
}

function changeRoute({ findUsers }: CommentParts): Route {
  return route({
    ...one,
    method: 'PATCH',
    summary: message('changeComment'),
    body: onlyText,
    handle: (door, { params, body }) =>
      door.write(async (writes) => {
        const { stored, place } = await getComment(writes, await rightsIn(writes), parseId(params.id));
        if (stored.create_user_id !== door.actor.id || stored.text === '')
          throw new AppError('permissionMissing');
        await changeComment(writes, door, findUsers, { stored, place, text: body.text });
        return done(success.done, message('commentChanged', named(place)));
      }),
  });
}

const deleteRoute = route({
  ...one,
  method: 'DELETE',
  summary: message('deleteComment'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { stored, place } = await getComment(writes, await rightsIn(writes), parseId(params.id));
      if (stored.create_user_id !== door.actor.id && !door.actor.isSuper)
        throw new AppError('permissionMissing');
      await removeComment(writes, stored);
      return done(success.deleted, message('commentDeleted', named(place)));
    }),
});

/** The user who began a thread may end it, and so may those who may change the record. */
function resolveRoute(step: 'resolve' | 'reopen'): Route {
  const isResolving = step === 'resolve';
  return route({
    ...one,
    method: 'POST',
    path: `/cms/comment/:id/${step}`,
    summary: message(isResolving ? 'resolveThread' : 'reopenThread'),
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const rights = await rightsIn(writes);
        const { stored, place } = await getThread(writes, rights, parseId(params.id));
        const isOwn = stored.create_user_id === door.actor.id;
        if (!isOwn && !(await mayChange(writes, rights, place))) throw new AppError('permissionMissing');
        if ((stored.resolve_time !== null) !== isResolving)
          await writes.update(comment, stored.id, {
            resolve_user_id: isResolving ? door.actor.id : null,
            resolve_time: isResolving ? writes.context.now : null,
          });
        return done(success.done, message(isResolving ? 'threadResolved' : 'threadReopened', named(place)));
      }),
  });
}

/** The record, for the log: never the words of a comment. */
function named({ served: { label }, record: { id } }: CommentSubject) {
  return { label, id };
}
