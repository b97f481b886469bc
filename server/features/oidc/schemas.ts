import { Type } from '../../../contract/json-schema.ts';
import { assertion } from '../../access/factors/passkey-shapes.ts';
import { message } from './messages/message.ts';

/** What all routes of single sign-on have in common. */
export const common = {
  tag: message('accountsTag'),
  isNotForLin: true,
  refusesIdempotencyKeys: true,
} as const;

export const providerParams = Type.Object({ provider: Type.String() });

const returnTo = Type.String({ maxLength: 500, about: message('returnTo') });
const challenge = Type.String({ pattern: '^[\\w-]{43}$', about: message('codeChallenge') });
const password = Type.String({ minLength: 1, maxLength: 128 });

export const start = Type.Object({
  return_to: Type.Optional(returnTo),
  code_challenge: Type.Optional(challenge),
  ticket: Type.Optional(Type.String({ maxLength: 1000, about: message('linkTicket') })),
});

/** What providers send along. They may send more, which is not read. */
export const callback = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 100 }),
    code: Type.Optional(Type.String({ maxLength: 4000 })),
    iss: Type.Optional(Type.String({ maxLength: 1000 })),
    error: Type.Optional(Type.String({ maxLength: 200 })),
    error_description: Type.Optional(Type.String({ maxLength: 4000 })),
    response: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  { ignoresUnknown: true },
);

export const link = Type.Object({
  return_to: returnTo,
  password,
  code_challenge: Type.Optional(challenge),
});

export const ownPassword = Type.Object({ password });

const oneCode = Type.String({ minLength: 1, maxLength: 100, about: message('codeOfVisit') });
const verifier = Type.String({ minLength: 43, maxLength: 128, about: message('codeVerifier') });

export const code = Type.Object({ code: oneCode, code_verifier: Type.Optional(verifier) });

/** The fields of a password sign-in beside the password. */
const factor = {
  factor_code: Type.Optional(Type.String({ maxLength: 64, about: message('factorCode') })),
  passkey: Type.Optional({ ...assertion, about: message('passkeyAnswer') }),
  remember_device: Type.Optional(Type.Boolean({ about: message('rememberDevice') })),
} as const;
const device = Type.Optional(Type.String({ maxLength: 100, about: message('deviceToken') }));

export const signIn = Type.Object({ code: oneCode, code_verifier: verifier, ...factor, device });
export const pageSignIn = Type.Object({
  code: oneCode,
  code_verifier: Type.Optional(verifier),
  ...factor,
});

export const tokens = Type.Object({ access_token: Type.String(), refresh_token: Type.String(), device });

/** The answer for a session whose refresh token is in a browser's cookie. */
export const pageSession = Type.Object({ access_token: Type.String(), session: Type.Id() });

export const identities = Type.Array(
  Type.Object({
    id: Type.Id(),
    provider: Type.String(),
    issuer: Type.String(),
    name: Type.String(),
    create_time: Type.Integer(),
    used_time: Type.Integer(),
  }),
);

export const signOut = Type.Object({ return_to: Type.Optional(returnTo) });
