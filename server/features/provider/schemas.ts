import { Type } from '../../../contract/json-schema.ts';
import { linPage } from '../../http/paging.ts';
import { message } from './messages/message.ts';

const noOthers = { additionalProperties: false } as const;

export const requestParams = Type.Object({ uid: Type.String({ pattern: '^[\\w-]{10,60}$' }) });

const wants = Type.Array(
  Type.Object({
    scope: Type.String(),
    text: Type.String({ about: message('wantText') }),
    isNeeded: Type.Boolean({ about: message('wantNeeded') }),
    isSuggested: Type.Boolean({ about: message('wantSuggested') }),
  }),
);

const askingApp = Type.Object({
  name: Type.String(),
  is_dynamic: Type.Boolean({ about: message('appIsDynamic') }),
  hosts: Type.Array(Type.String(), { about: message('appHosts') }),
});

export const requestAnswer = Type.Object({ app: askingApp, wants });

const scopes = Type.Nullable(
  Type.Array(Type.String({ maxLength: 140 }), { maxItems: 1000, about: message('grantedScopes') }),
);
export const decision = Type.Object({ scopes }, noOthers);

export const userCode = Type.String({ minLength: 4, maxLength: 20, about: message('userCode') });
export const deviceQuery = Type.Object({ user_code: userCode });
export const deviceDecision = Type.Object({ user_code: userCode, scopes }, noOthers);

const grant = {
  id: Type.Id(),
  name: Type.String(),
  scopes: Type.Array(Type.Object({ scope: Type.String(), text: Type.String() })),
  create_time: Type.Integer(),
  expire_time: Type.Nullable(Type.Integer({})),
  used_time: Type.Nullable(Type.Integer({})),
};
export const ownApps = Type.Object({ items: Type.Array(Type.Object(grant)) });

const name = Type.String({ minLength: 1, maxLength: 60 });
const redirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: 20,
  uniqueItems: true,
  about: message('redirectUris'),
});

export const newApp = Type.Object(
  {
    name,
    redirect_uris: redirectUris,
    is_confidential: Type.Optional(Type.Boolean({ about: message('isConfidential') })),
    uses_devices: Type.Optional(Type.Boolean({ about: message('usesDevices') })),
  },
  noOthers,
);

export const changedApp = Type.Object(
  { name: Type.Optional(name), active: Type.Optional(Type.Boolean({ about: message('appActive') })) },
  noOthers,
);

export const appPage = linPage(
  Type.Object({
    id: Type.Id(),
    client_id: Type.String(),
    name: Type.String(),
    redirect_uris: redirectUris,
    is_confidential: Type.Boolean(),
    uses_devices: Type.Boolean(),
    is_dynamic: Type.Boolean({ about: message('appIsDynamic') }),
    active: Type.Boolean({ about: message('appActive') }),
    grants: Type.Integer({ about: message('livingGrants') }),
    create_time: Type.Integer(),
  }),
);
