import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { nickname } from '../../access/accounts/names.ts';
import { bodyId, linPage, newRecord, timeBounds } from '../../http/index.ts';
import { message } from './messages/message.ts';

const name = Type.String({ minLength: 1, maxLength: 60 });
const username = Type.String({ minLength: 2, maxLength: 24 });
/** Unknown properties are refused, because a misspelled limit would make a wider key. */
const noOthers = { additionalProperties: false } as const;
const time = Type.Integer(timeBounds);

/** Up to `most` words, none of them twice. */
const words = (most: number, keywords: Readonly<Record<string, unknown>>) =>
  Type.Nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: most,
      uniqueItems: true,
      ...keywords,
    }),
  );

const limits = {
  permissions: words(500, { about: message('keyPermissions') }),
  collections: words(500, { minItems: 1, olderName: 'records', about: message('keyCollections') }),
  networks: words(50, { minItems: 1, about: message('keyNetworks') }),
  read_only: Type.Boolean({ about: message('keyReadOnly') }),
  manages_accounts: Type.Boolean({ about: message('keyManagesAccounts') }),
};

export const newServiceUser = Type.Object(
  {
    username,
    nickname: Type.Optional(nickname),
    group_ids: Type.Optional(Type.Array(bodyId, { maxItems: 1000 })),
  },
  noOthers,
);

export const serviceUserPage = linPage(
  Type.Object({
    id: Type.Id(),
    username: Type.String(),
    nickname: Type.String(),
    active: Type.Boolean(),
    keys: Type.Integer(),
    groups: Type.Array(Type.Object({ id: Type.Id(), name: Type.String() })),
    permissions: Type.Array(Type.String(), { about: message('heldPermissions') }),
    create_time: Type.Integer(),
  }),
);

export const newKey = Type.Object(
  {
    user_id: bodyId,
    name,
    permissions: Type.Optional(limits.permissions),
    collections: Type.Optional(limits.collections),
    networks: Type.Optional(limits.networks),
    read_only: Type.Optional(limits.read_only),
    manages_accounts: Type.Optional(limits.manages_accounts),
    expire_time: Type.Optional(Type.Nullable({ ...time, about: message('keyExpireTime') })),
  },
  noOthers,
);

const nullableTime = (about: Readonly<Record<string, unknown>>): JsonSchema =>
  Type.Nullable(Type.Integer(about));

export const keyPage = linPage(
  Type.Object({
    id: Type.Id(),
    name: Type.String(),
    user: Type.Object({ id: Type.Id(), username: Type.String() }),
    ...limits,
    expire_time: nullableTime({ about: message('keyExpireTime') }),
    replaced_by: Type.Nullable({ ...Type.Id(), about: message('keyReplacedBy') }),
    used_time: nullableTime({ about: message('keyUsedTime') }),
    used_network: Type.Nullable(Type.String()),
    requests_per_minute: Type.Nullable(Type.Integer({ about: message('keyRequestsPerMinute') })),
    create_time: Type.Integer(),
  }),
);

/** The answer fields of a new key. */
export const madeKey = {
  ...newRecord,
  key: Type.String({ about: message('keyText') }),
  expire_time: nullableTime({ about: message('keyExpireTime') }),
};

export const rotation = Type.Object(
  {
    overlap: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_592_000, about: message('keyOverlap') })),
  },
  noOthers,
);
