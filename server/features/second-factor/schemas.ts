import { Type } from '../../../contract/json-schema.ts';
import { assertion, attestation } from '../../access/factors/passkey-shapes.ts';
import { message } from './messages/message.ts';

const noOthers = { additionalProperties: false } as const;
const time = Type.Nullable(Type.Integer());
const passkeyName = Type.String({ minLength: 1, maxLength: 60 });

/** What is shown of a user's factors; never what proves them. */
export const overview = Type.Object({
  enabled: Type.Boolean(),
  required: Type.Boolean({ about: message('factorRequired') }),
  due_time: Type.Nullable(Type.Integer({ about: message('factorDueTime') })),
  passkeys_available: Type.Boolean(),
  totp: Type.Nullable(Type.Object({ create_time: Type.Integer(), used_time: time })),
  passkeys: Type.Array(
    Type.Object({
      id: Type.Id(),
      name: Type.String(),
      backed_up: Type.Boolean(),
      create_time: Type.Integer(),
      used_time: time,
    }),
  ),
  recovery_codes: Type.Integer(),
  devices: Type.Array(
    Type.Object({
      id: Type.Id(),
      agent: Type.String(),
      network: Type.String(),
      create_time: Type.Integer(),
      used_time: Type.Integer(),
      expire_time: Type.Integer(),
    }),
  ),
});

export const newTotp = {
  secret: Type.String({ about: message('base32Secret') }),
  uri: Type.String({ about: message('otpauthUri') }),
};
export const firstCode = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 20, about: message('factorCode') }) },
  noOthers,
);
export const recoveryCodes = {
  recovery_codes: Type.Optional(Type.Array(Type.String(), { about: message('recoveryCodesShown') })),
};
export const newPasskey = Type.Object(
  { name: passkeyName, passkey: { ...attestation, about: message('passkeyAnswer') } },
  noOthers,
);
export const newName = Type.Object({ name: passkeyName }, noOthers);
export const proof = Type.Object(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 64, about: message('factorCode') })),
    passkey: Type.Optional({ ...assertion, about: message('passkeyAnswer') }),
  },
  noOthers,
);
export const browserOptions = Type.Map({});
