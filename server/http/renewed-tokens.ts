import { Type } from '../../contract/json-schema.ts';

/** What a write that renews the caller's session answers beside its code and message. */
export const renewedTokens = {
  access_token: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
};
