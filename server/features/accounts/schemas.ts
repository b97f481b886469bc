import { Type } from '../../../contract/json-schema.ts';
import { newPassword, nickname, PURPOSES } from '../../access/index.ts';
import { bodyId } from '../../http/paging.ts';
import { message } from './messages/message.ts';

const email = Type.String({ minLength: 3, maxLength: 100 });
const token = Type.String({ minLength: 1, maxLength: 100 });
const confirmation = Type.String({ maxLength: 128 });

export const ways = Type.Object({
  sign_up: Type.String({ enum: ['off', 'open', 'approval'] }),
  mail: Type.Boolean(),
  providers: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
  passkey_domain: Type.Nullable(Type.String({ about: message('passkeyDomain') })),
});

export const address = Type.Object({ email });
export const addressChange = Type.Object({
  email,
  password: Type.String({ minLength: 1, maxLength: 128 }),
});
export const aToken = Type.Object({ token });

export const whatFor = Type.Object({
  purpose: Type.String({ enum: [...PURPOSES] }),
  address: Type.String(),
  username: Type.Nullable(Type.String()),
  needs_approval: Type.Boolean(),
  expire_time: Type.Integer(),
});

export const newAccount = Type.Object({
  token,
  username: Type.String({ minLength: 2, maxLength: 24 }),
  nickname: Type.Optional(nickname),
  password: newPassword,
  confirm_password: confirmation,
});

export const passwordByLink = Type.Object({
  token,
  new_password: newPassword,
  confirm_password: confirmation,
});

export const invitation = Type.Object({
  email,
  group_ids: Type.Optional(Type.Array(bodyId, { maxItems: 1000 })),
});

export const invitations = Type.Array(
  Type.Object({
    id: Type.Id(),
    address: Type.String(),
    group_ids: Type.Array(Type.Id()),
    create_time: Type.Integer(),
    expire_time: Type.Integer(),
  }),
);

export const signUps = Type.Array(
  Type.Object({
    id: Type.Id(),
    username: Type.String(),
    nickname: Type.String(),
    email: Type.Nullable(Type.String()),
    create_time: Type.Integer(),
  }),
);
