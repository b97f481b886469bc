import { idInPath, login, Type } from '../../http/index.ts';
import { SET_ACTIONS, SET_STATES } from './change-set.collection.ts';
import { message } from './messages/message.ts';
import { MOST_ITEMS, sentItem } from './read-items.ts';

/** What the routes of sets share, and those of one set. */
export const ofSets = { tag: message('changeSetsTag'), access: login } as const;
export const ofOneSet = { ...ofSets, path: '/v1/change-set/:id', params: idInPath } as const;

export const title = Type.String({ minLength: 1, maxLength: 120 });
export const note = Type.String({ maxLength: 2000 });
export const sentItems = Type.Array(sentItem, { maxItems: MOST_ITEMS });
export const placeParams = Type.Object({ id: Type.String(), place: Type.String() });

export const person = Type.Object({ id: Type.Id(), username: Type.String() });
const time = Type.Nullable(Type.Integer());

export const shownSet = {
  id: Type.Id(),
  title: Type.String(),
  note: Type.String(),
  state: Type.String({ enum: SET_STATES }),
  version: Type.Integer({ about: message('setVersion') }),
  size: Type.Integer(),
  author: person,
  decided_by: Type.Nullable(person),
  decide_time: time,
  reason: Type.String(),
  applied_by: Type.Nullable(person),
  apply_time: time,
  create_time: Type.Integer(),
  change_time: Type.Integer(),
  own: Type.Boolean(),
};

const shownItem = Type.Object({
  index: Type.Integer(),
  collection: Type.String({ olderName: 'record' }),
  action: Type.String({ enum: SET_ACTIONS }),
  id: Type.Nullable(Type.Id()),
  name: Type.Nullable(Type.String()),
  visible: Type.Boolean({ about: message('setItemVisible') }),
  gone: Type.Boolean(),
  changed: Type.Boolean({ about: message('setItemChanged') }),
  changes: { type: 'object', additionalProperties: true, about: message('setItemChanges') },
});

export const setWithItems = Type.Object({
  ...shownSet,
  can: Type.Object({ edit: Type.Boolean(), decide: Type.Boolean(), apply: Type.Boolean() }),
  items: Type.Array(shownItem),
});
