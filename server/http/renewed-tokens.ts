import { Type } from '../../contract/json-schema.ts';
import type { Issued, Sessions } from '../access/sign-in/sessions.ts';
import { WriteResult } from '../access/write-result.ts';
import type { Text } from '../messages/message.ts';
import type { SessionCookies } from './session-cookies.ts';

/** What a write that renews the caller's session answers beside its code and message. */
export const renewedTokens = {
  access_token: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
};

/** What routes need that renew the caller's session. */
export interface RenewingParts {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/** Answers that the caller's session goes on with new tokens. A refresh token that a browser keeps travels in these headers alone. */
export function renewed(
  { code, text }: { readonly code: number; readonly text: Text },
  { holder, tokens }: Issued,
  kept: WriteResult['headers'],
): WriteResult {
  const outcome = { status: 200, code, text } as const;
  if (holder === 'program') return new WriteResult(outcome, { more: { ...tokens } });
  return new WriteResult(outcome, { more: { access_token: tokens.access_token }, headers: kept });
}
