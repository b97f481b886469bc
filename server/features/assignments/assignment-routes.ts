import { Type } from '../../../contract/json-schema.ts';
import { created, done, success } from '../../access/write-result.ts';
import { AppError } from '../../errors.ts';
import { idInPath, newRecord, parseId, type Route, route } from '../../http/index.ts';
import type { Rights, Writes } from '../../records/index.ts';
import { type CommentSubject, getPlace, mayChange, rightsIn } from '../comments/exports.ts';
import { assignment } from './assignment.collection.ts';
import { type AssignmentParts, common } from './common.ts';
import { message } from './messages/message.ts';
import { dueTime, newAssignment } from './schemas.ts';
import { addAssignment, dueAt, getOpen, requireChange } from './write-assignments.ts';

const one = { ...common, path: '/cms/assignment/:id', params: idInPath } as const;

/** Writes assignments. Each needs the right to read the record at this moment. */
export function assignmentRoutes(parts: AssignmentParts): Route[] {
  return [createRoute(parts), changeRoute, doneRoute, takeBackRoute];
}

function createRoute({ findUsers }: AssignmentParts): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/assignment',
    summary: message('createAssignment'),
    body: newAssignment,
    answerFields: newRecord,
    handle: (door, { body: { user_id: userId, note, due_time, ...named } }) =>
      door.write(async (writes) => {
        const rights = await rightsIn(writes);
        const place = await getPlace(writes, rights, named);
        await requireChange(writes, rights, place);
        const id = await addAssignment(writes, door, findUsers, { place, userId, note, due_time });
        return created(success.done, message('recordAssigned', nameOf(place)), id, `/cms/assignment/${id}`);
      }),
  });
}

/** Who may change the record may move the time. The note stays as its author wrote it: an erasure finds it by that. */
const changeRoute = route({
  ...one,
  method: 'PATCH',
  summary: message('changeAssignment'),
  body: Type.Object({ due_time: dueTime }, { additionalProperties: false }),
  handle: (door, { params, body: { due_time } }) =>
    door.write(async (writes) => {
      const rights = await rightsIn(writes);
      const { stored, ...place } = await getOpen(writes, rights, parseId(params.id));
      await requireChange(writes, rights, place);
      if (due_time !== stored.due_time) await writes.update(assignment, stored.id, dueAt(writes, due_time));
      return done(success.done, message('assignmentChanged', nameOf(place)));
    }),
});

const doneRoute = route({
  ...one,
  method: 'POST',
  path: '/cms/assignment/:id/done',
  summary: message('endAssignment'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { stored, ...place } = await getEndable(writes, door.actor.id, parseId(params.id));
      await writes.update(assignment, stored.id, {
        done_user_id: door.actor.id,
        done_time: writes.context.now,
      });
      return done(success.done, message('assignmentDone', nameOf(place)));
    }),
});

const takeBackRoute = route({
  ...one,
  method: 'DELETE',
  summary: message('takeBackAssignment'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { stored, ...place } = await getEndable(writes, door.actor.id, parseId(params.id));
      await writes.remove(assignment, stored.id);
      return done(success.deleted, message('assignmentTakenBack', nameOf(place)));
    }),
});

/** An open assignment that the caller may end: their own, or one of a record that they may change. */
async function getEndable(writes: Writes, actorId: bigint, id: bigint) {
  const rights: Rights = await rightsIn(writes);
  const found = await getOpen(writes, rights, id);
  if (found.stored.user_id !== actorId && !(await mayChange(writes, rights, found)))
    throw new AppError('permissionMissing');
  return found;
}

/** The record, for the log: neither the user nor the note. */
function nameOf({ served: { label }, record: { id } }: Pick<CommentSubject, 'served' | 'record'>) {
  return { label, id };
}
