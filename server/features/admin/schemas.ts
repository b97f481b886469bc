import { Type } from '../../../contract/json-schema.ts';
import { nickname } from '../../access/accounts/names.ts';
import { bodyId, idOrNobody, linPage, linQuery, timeBounds } from '../../http/index.ts';
import { message } from './messages/message.ts';

export const ids = Type.Array(bodyId, { maxItems: 1000 });
/** A name, or a key, which may be longer. */
const permissionName = Type.String({ maxLength: 100, pattern: '^[^\\p{C}]*$' });
const names = Type.Array(permissionName, { maxItems: 1000 });

/** For how long a membership or a grant holds, and why. */
export const validity = {
  until: Type.Optional(Type.Nullable(Type.Integer({ ...timeBounds, about: message('givenUntil') }))),
  reason: Type.Optional(Type.String({ maxLength: 255, about: message('givenBecause') })),
};

const shownValidity = {
  until: Type.Nullable(Type.Integer({ about: message('givenUntil') })),
  reason: Type.String(),
  is_over: Type.Boolean(),
};

export const limitedGrant = Type.Object({ permission_id: Type.Id(), ...shownValidity });

export const memberships = Type.Array(
  Type.Object({
    group_id: Type.Id(),
    name: Type.String(),
    ...shownValidity,
    create_time: Type.Integer(),
    create_user_id: idOrNobody,
  }),
);

export const membershipValidity = Type.Object(validity, { additionalProperties: false });

const groupSummary = Type.Object({ id: Type.Id(), name: Type.String(), info: Type.String() });
const permissionRecord = Type.Object({ id: Type.Id(), name: Type.String(), module: Type.String() });
const entries = Type.Array(Type.Map({}));

/** The query of the list of users. */
export const userQuery = linQuery({
  id: Type.Optional(bodyId),
  group_id: Type.Optional(bodyId),
  keyword: Type.Optional(Type.String({ maxLength: 100, about: message('findUsers') })),
  service: Type.Optional(Type.Boolean({ about: message('withServiceMarks') })),
});

export const userPage = linPage(
  Type.Object({
    id: Type.Id(),
    username: Type.String(),
    nickname: Type.String(),
    email: Type.Nullable(Type.String()),
    avatar: Type.Nullable(Type.String()),
    active: Type.Integer(),
    admin: Type.Integer(),
    create_time: Type.Integer(),
    group_id: Type.Nullable(Type.Integer()),
    group_name: Type.Nullable(Type.String()),
    groups: Type.Array(groupSummary),
    service: Type.Optional(Type.Boolean()),
  }),
);

export const groupPage = linPage(groupSummary);
export const grantedGroupPage = linPage(
  Type.Object({ id: Type.Id(), name: Type.String(), info: Type.String(), auths: entries }),
);
export const groupList = Type.Array(groupSummary);
export const oneGroup = Type.Object({
  id: Type.Id(),
  name: Type.String(),
  info: Type.String(),
  permissions: Type.Array(permissionRecord),
  auths: entries,
});

/** Module → its permissions. */
export const permissionsByModule = Type.Map(Type.Array(permissionRecord));

/** Module → permission → the routes that it opens, as `METHOD path`. */
export const authority = Type.Map(Type.Map(Type.Array(Type.String())));

export const newGroup = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  info: Type.Optional(Type.Nullable(Type.String({ maxLength: 255 }))),
  permission_ids: Type.Optional(ids),
  auths: Type.Optional(names),
});
export const userChanges = Type.Object({
  group_ids: Type.Optional(ids),
  group_id: Type.Optional(bodyId),
  email: Type.Optional(Type.Nullable(Type.String({ maxLength: 100 }))),
  nickname: Type.Optional(nickname),
});
export const groupChanges = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  info: Type.Optional(Type.Nullable(Type.String({ maxLength: 255 }))),
});
export const oneGrant = Type.Object({ group_id: bodyId, permission_id: bodyId });
export const oneNamedGrant = Type.Object({ group_id: bodyId, auth: permissionName });
export const manyNamedGrants = Type.Object({ group_id: bodyId, auths: names });
export const manyGrants = Type.Object({ group_id: bodyId, permission_ids: ids });
