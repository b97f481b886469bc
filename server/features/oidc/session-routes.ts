import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import { done, session, success, WriteResult } from '../../access/index.ts';
import { everyone, login } from '../../definitions/access-rule.ts';
import { PAGE_HEADER, type Route, route } from '../../http/index.ts';
import { message } from './messages/message.ts';
import type { OidcParts } from './parts.ts';
import { redeem } from './redeem.ts';
import { readReturnTo } from './return-to.ts';
import * as schemas from './schemas.ts';
import { type Opening, signInBy } from './sign-in-by.ts';
import { signOutUrl } from './sign-out.ts';
import { PATH } from './visits.ts';

/** How a code becomes a session, and how the session ends here and at the provider. */
export function sessionRoutes(parts: OidcParts): Route[] {
  return [openRoute(parts), ...(parts.places.hasConsole ? [openPageRoute(parts)] : []), signOutRoute(parts)];
}

function openRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'POST',
    path: `${PATH}/session`,
    access: everyone,
    isSignIn: true,
    summary: message('openSessionByCode'),
    body: schemas.signIn,
    answer: schemas.tokens,
    async handle(door, input) {
      const returned = await redeem(parts, door, 'sign_in', input);
      return signInBy(door, returned, {
        parts,
        from: input.from,
        language: input.language(),
        given: givenIn(input.body, input.body.device),
        holder: 'program',
        answer: async ({ text, issued: { tokens }, device }) =>
          done(success.done, text, { ...tokens, ...(device && { device }) }),
      });
    },
  });
}

function openPageRoute(parts: OidcParts): Route {
  const { cookies } = parts;
  return route({
    ...schemas.common,
    method: 'POST',
    path: `${PATH}/console-session`,
    access: everyone,
    isSignIn: true,
    summary: message('openPageSessionByCode'),
    headers: Type.Object({ [PAGE_HEADER]: Type.Optional(Type.String({ about: message('pageHeader') })) }),
    body: schemas.pageSignIn,
    answer: schemas.pageSession,
    async handle(door, input) {
      const { headers, from, body } = input;
      cookies.requireOwnPage(headers);
      const returned = await redeem(parts, door, 'sign_in', input);
      return signInBy(door, returned, {
        parts,
        from,
        language: input.language(),
        given: givenIn(body, cookies.readDevice(headers)),
        holder: 'cookie',
        async answer({ text, issued, device }) {
          const { id, tokens } = issued;
          const { access_token, refresh_token } = tokens;
          const outcome = { status: 200, code: success.done, text } as const;
          const kept = cookies.keep(input, refresh_token, device);
          return new WriteResult(outcome, { answer: { access_token, session: id }, headers: kept });
        },
      });
    },
  });
}

function givenIn(
  { factor_code, passkey, remember_device }: TypeOf<typeof schemas.pageSignIn>,
  device: string | undefined,
): Opening['given'] {
  return { code: factor_code, passkey, device, remembersDevice: remember_device === true };
}

function signOutRoute(parts: OidcParts): Route {
  return route({
    ...schemas.common,
    method: 'POST',
    path: `${PATH}/sign-out`,
    harmless: 'ends the own session',
    access: login,
    summary: message('signOutThere'),
    body: schemas.signOut,
    answer: Type.Object({ url: Type.Nullable(Type.String()) }),
    async handle(door, { body, headers, base }) {
      const id = door.actor.sessionId;
      const place = body.return_to === undefined ? undefined : readReturnTo(body.return_to, parts.places);
      const record = await door.reads.find(session, id);
      const written = await door.write(async (writes) => {
        await writes.erase(session, [id]);
        return done(success.done, message('loggedOut'));
      });
      // The session here is over whether or not the provider answers.
      const url = record ? await signOutUrl(parts, door.reads, record, place?.url) : undefined;
      const cleared = record?.in_cookie ? parts.cookies.keep({ headers, base }, undefined) : {};
      return new WriteResult(written, { answer: { url: url ?? null }, headers: cleared });
    },
  });
}
