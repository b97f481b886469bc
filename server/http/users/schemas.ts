import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { assertion, newPassword, nickname } from '../../access/index.ts';
import { message } from '../../messages/message.ts';
import { bodyId } from '../paging.ts';

export const username = Type.String({ minLength: 2, maxLength: 24 });
/** Empty and null both mean no address. */
export const email = Type.Nullable(Type.String({ maxLength: 100 }));
/** A path below `/assets/` or an address elsewhere; empty and null both mean no picture. */
export const avatar = Type.Nullable(
  Type.String({ maxLength: 1000, pattern: '^([\\w./-]*|https?://[^\\s"<>]+)$' }),
);
export const ids = Type.Array(bodyId, { maxItems: 1000 });

const captchaText: JsonSchema = { about: message('captchaParameter') };

export const signIn = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 100, about: message('nameOrAddress') }),
  password: Type.String({ minLength: 1, maxLength: 128 }),
  captcha: Type.Optional(captchaText),
  code: Type.Optional(Type.String({ maxLength: 64, about: message('factorCode') })),
  passkey: Type.Optional({ ...assertion, about: message('passkeyAnswer') }),
  device: Type.Optional(Type.String({ maxLength: 100, about: message('deviceToken') })),
  remember_device: Type.Optional(Type.Boolean({ about: message('rememberDevice') })),
});

export const passkeySignIn = Type.Object({ passkey: { ...assertion, about: message('passkeyAnswer') } });
export const browserOptions = Type.Map({});

export const ownChanges = Type.Object({
  username: Type.Optional(username),
  nickname: Type.Optional(nickname),
  email: Type.Optional(email),
  avatar: Type.Optional(avatar),
});

export const passwordChange = Type.Object({
  old_password: Type.String({ minLength: 1, maxLength: 128 }),
  new_password: newPassword,
  confirm_password: Type.String({ maxLength: 128 }),
});

export const captcha = Type.Object({
  tag: Type.Nullable(Type.String()),
  image: Type.Nullable(Type.String({ about: message('captchaImage') })),
});

export const tokens = Type.Object({ access_token: Type.String(), refresh_token: Type.String() });
export const signedInTokens = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  device: Type.Optional(Type.String({ about: message('deviceToken') })),
});

/** The answer for a session whose refresh token is in a browser's cookie. */
export const pageSession = Type.Object({ access_token: Type.String(), session: Type.Id() });

const permissionEntries = Type.Array(Type.Map({}));

/** The specification's current-user record (2.3), with the fields that later clients read. */
export const currentUser = Type.Object({
  active: Type.Integer(),
  admin: Type.Integer({ about: message('notSuperAdministrator') }),
  auths: permissionEntries,
  avatar: Type.Nullable(Type.String()),
  create_time: Type.Integer(),
  email: Type.String(),
  group_id: Type.Nullable(Type.Id()),
  id: Type.Id(),
  nickname: Type.String(),
  update_time: Type.Integer(),
  username: Type.String(),
});

const groupSummary = Type.Object({ id: Type.Id(), name: Type.String(), info: Type.String() });

export const information = Type.Object({
  id: Type.Id(),
  username: Type.String(),
  nickname: Type.String(),
  avatar: Type.Nullable(Type.String()),
  email: Type.Nullable(Type.String()),
  groups: Type.Array(groupSummary),
});

export const permissions = Type.Object({
  id: Type.Id(),
  username: Type.String(),
  nickname: Type.String(),
  avatar: Type.Nullable(Type.String()),
  email: Type.Nullable(Type.String()),
  admin: Type.Boolean(),
  permissions: permissionEntries,
});

export const sessionList = Type.Array(
  Type.Object({
    id: Type.Id(),
    current: Type.Boolean(),
    address: Type.String(),
    agent: Type.String(),
    proved_by: Type.Array(Type.String(), { about: message('sessionProvedBy') }),
    create_time: Type.Integer(),
    refreshed_time: Type.Integer(),
    expire_time: Type.Integer(),
  }),
);
