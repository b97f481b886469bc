import { Type } from '../../contract/json-schema.ts';
import { type Issued, type Sessions, WriteResult } from '../access/index.ts';
import type { Text } from '../messages/message.ts';
import type { SessionCookies } from './session-cookies.ts';

/** The answer fields of a write that renews the caller's session. */
export const renewedTokens = {
  access_token: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
};

/** The parts of routes that renew the caller's session. */
export interface RenewingParts {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/** Adds the new tokens of the caller's session to an answer. A refresh token that a browser keeps is in the headers alone. */
export function renewed(
  { code, text }: { readonly code: number; readonly text: Text },
  { holder, tokens }: Issued,
  kept: WriteResult['headers'],
): WriteResult {
  const outcome = { status: 200, code, text } as const;
  if (holder === 'program') return new WriteResult(outcome, { more: { ...tokens } });
  return new WriteResult(outcome, { more: { access_token: tokens.access_token }, headers: kept });
}
