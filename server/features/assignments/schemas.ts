import { Type } from '../../../contract/json-schema.ts';
import { bodyId, timeBounds } from '../../http/index.ts';
import { person } from '../comments/exports.ts';
import { MOST_CHARACTERS } from './assignment.collection.ts';
import { message } from './messages/message.ts';

/** The record that an assignment is about. */
export const about = { collection: Type.String({ minLength: 1, maxLength: 40 }), record_id: bodyId };

export const dueTime = Type.Nullable(Type.Integer({ ...timeBounds, about: message('assignmentDueTime') }));

export const newAssignment = Type.Object(
  {
    ...about,
    user_id: bodyId,
    note: Type.Optional(Type.String({ maxLength: MOST_CHARACTERS, about: message('assignmentNote') })),
    due_time: Type.Optional(dueTime),
  },
  { additionalProperties: false },
);

export const shownAssignment = Type.Object({
  id: Type.Id(),
  collection: Type.String(),
  record_id: Type.Id(),
  title: Type.Nullable(Type.String({ about: message('assignmentTitle') })),
  user: person,
  by: person,
  note: Type.String(),
  due_time: Type.Nullable(Type.Integer()),
  overdue: Type.Boolean({ about: message('assignmentOverdue') }),
  create_time: Type.Integer(),
  done: Type.Nullable(Type.Object({ by: person, time: Type.Integer() })),
  can: Type.Object({ change: Type.Boolean(), end: Type.Boolean() }, { about: message('assignmentCan') }),
});
