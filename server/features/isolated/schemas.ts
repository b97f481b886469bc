import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { bodyId } from '../../http/paging.ts';
import { message } from './messages/message.ts';

const noOthers = { additionalProperties: false } as const;

export const pluginParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: 30 }) });

const anyNames = (): JsonSchema => Type.Object({}, { additionalProperties: true });

/** What is asked for or granted, as `package.json` has it. The handler checks what is in it. */
const needs = Type.Object(
  {
    collections: Type.Optional(anyNames()),
    hooks: Type.Optional(anyNames()),
    jobs: Type.Optional(anyNames()),
    hosts: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 })),
    settings: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 })),
    mails: Type.Optional(anyNames()),
    console: Type.Optional(anyNames()),
  },
  { ...noOthers, about: message('grantNeeds') },
);

/** Texts by the names of settings. */
const settings = Type.Object({}, { additionalProperties: true, about: message('grantSettings') });

export const newGrant = Type.Object(
  {
    user_id: { ...bodyId, about: message('grantUser') },
    needs: Type.Optional(needs),
    settings: Type.Optional(settings),
  },
  noOthers,
);

export const changedGrant = Type.Object(
  { active: Type.Optional(Type.Boolean({ about: message('grantActive') })), needs: Type.Optional(needs) },
  noOthers,
);

const grant = Type.Object({
  version: Type.String(),
  needs,
  active: Type.Boolean({ about: message('grantActive') }),
  has_ended: Type.Boolean({ about: message('grantHasEnded') }),
  key_id: { ...Type.Id(), about: message('grantKey') },
  settings: Type.Array(Type.String(), { about: message('settingsGiven') }),
  user: Type.Nullable(Type.Object({ id: Type.Id(), username: Type.String() })),
  create_time: Type.Integer(),
});

export const pluginList = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.String(),
      is_isolated: Type.Boolean({ about: message('isIsolated') }),
      version: Type.Nullable(Type.String()),
      asks: Type.Nullable({ ...needs, about: message('asksFor') }),
      asks_for_more: Type.Boolean({ about: message('asksForMore') }),
      grant: Type.Nullable(grant),
      is_running: Type.Boolean(),
      last_problem: Type.Nullable(Type.String({ about: message('lastProblem') })),
    }),
  ),
});
