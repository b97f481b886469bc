import { Type } from '../../../contract/json-schema.ts';
import {
  type Actor,
  type Door,
  done,
  type Identified,
  type Issued,
  newDevice,
  session,
  signedInText,
  signIn,
  signInByPasskey,
  signingInWith,
  success,
  WriteResult,
} from '../../access/index.ts';
import { placeOf } from '../../access/sign-in/known-networks.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { AppError, isRefusal } from '../../errors.ts';
import { message, type Text } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { type Input, type Route, route } from '../route.ts';
import { COOKIE_PATH, PAGE_HEADER, type SessionCookies } from '../session-cookies.ts';
import * as schemas from './schemas.ts';
import type { SessionParts } from './session-routes.ts';

interface PageSessionParts extends SessionParts {
  readonly cookies: SessionCookies;
}

type Headers = Input['headers'];

const common = {
  tag: message('usersTag'),
  access: everyone,
  isNotForLin: true,
  headers: Type.Object({ [PAGE_HEADER]: Type.Optional(Type.String({ about: message('pageHeader') })) }),
} as const;

/** Sessions of the console, whose refresh tokens browsers keep in a cookie that no script can read. */
export function pageSessionRoutes(parts: PageSessionParts): Route[] {
  return [openRoute(parts), openByPasskeyRoute(parts), refreshRoute(parts), endRoute(parts)];
}

function openRoute(parts: PageSessionParts): Route {
  const { captchas, sessions, cookies } = parts;
  return route({
    ...common,
    method: 'POST',
    path: COOKIE_PATH,
    refusesIdempotencyKeys: true,
    isSignIn: true,
    summary: message('openPageSession'),
    body: schemas.signIn,
    answer: schemas.pageSession,
    async handle(door, { body, headers, base, from, language }) {
      cookies.requireOwnPage(headers);
      await captchas?.require(door, headers.tag, body.captcha);
      const former = await formerActor(parts, door, headers);
      const given = { ...body, device: cookies.readDevice(headers) };
      const signingIn = signingInWith(parts, door, given, placeOf(from, language()));
      return signIn(door, body, signingIn, async (writes, id, proof) => {
        if (former) await endSession(writes, former);
        const issued = await sessions.open(writes, id, { ...from, proof }, 'cookie');
        const device = body.remember_device ? await newDevice(parts, writes, id, { from, proof }) : undefined;
        const kept = cookies.keep({ headers, base }, issued.tokens.refresh_token, device);
        return answered(signedInText(proof.methods), issued, kept);
      });
    },
  });
}

function openByPasskeyRoute(parts: PageSessionParts): Route {
  const { factors, sessions, cookies } = parts;
  return route({
    ...common,
    method: 'POST',
    path: `${COOKIE_PATH}/passkey`,
    refusesIdempotencyKeys: true,
    isSignIn: true,
    summary: message('openPageSessionByPasskey'),
    body: schemas.passkeySignIn,
    answer: schemas.pageSession,
    async handle(door, { body: { passkey: response }, headers, base, from, language }) {
      cookies.requireOwnPage(headers);
      const former = await formerActor(parts, door, headers);
      return signInByPasskey(
        factors,
        door,
        { response, place: placeOf(from, language()) },
        async (writes, id, proof) => {
          if (former) await endSession(writes, former);
          const issued = await sessions.open(writes, id, { ...from, proof }, 'cookie');
          const kept = cookies.keep({ headers, base }, issued.tokens.refresh_token);
          return answered(signedInText(proof.methods), issued, kept);
        },
      );
    },
  });
}

function refreshRoute(parts: PageSessionParts): Route {
  const { sessions, cookies } = parts;
  return route({
    ...common,
    method: 'POST',
    path: `${COOKIE_PATH}/refresh`,
    isUngated: true,
    refusesIdempotencyKeys: true,
    summary: message('refreshPageSession'),
    answer: schemas.pageSession,
    async handle(door, { headers, base }) {
      cookies.requireOwnPage(headers);
      const { actor, claims } = await identified(parts, door, headers);
      const recent = await sessions.recent(door.reads, claims, 'cookie', door.admission.now);
      if (recent) return pageSession(recent);
      const written = await door.as(actor).write(async (writes) => {
        const issued = await sessions.refresh(writes, claims, 'cookie');
        if (!issued) return done(success.done, message('sessionEndedByReuse'));
        const kept = cookies.keep({ headers, base }, issued.tokens.refresh_token);
        return answered(message('tokensRefreshed'), issued, kept);
      });
      if (!written.answer)
        throw new AppError('refreshTokenInvalid', { reason: message('replacedTokenCameBack') });
      return written;
    },
  });
}

/** Signs out by the cookie alone: an access token may have expired meanwhile. */
function endRoute(parts: PageSessionParts): Route {
  const { cookies } = parts;
  return route({
    ...common,
    method: 'DELETE',
    path: COOKIE_PATH,
    refusesIdempotencyKeys: true,
    summary: message('endPageSession'),
    async handle(door, { headers, base }) {
      cookies.requireOwnPage(headers);
      const { actor } = await identified(parts, door, headers);
      return door.as(actor).write(async (writes) => {
        await endSession(writes, actor);
        const outcome = { status: 200, code: success.done, text: message('loggedOut') } as const;
        return new WriteResult(outcome, { headers: cookies.keep({ headers, base }, undefined) });
      });
    },
  });
}

/**
 * The owner of the cookie. The cookie must belong to the session that the page believes to be in, because another tab may have
 * signed in as somebody else.
 */
async function identified(
  { identify, cookies }: PageSessionParts,
  door: Door,
  headers: Headers,
): Promise<Identified> {
  const found = await identify(cookies.read(headers), 'refresh', door.admission);
  if (!found) throw new AppError('authenticationFailed', { reason: message('noCookie') });
  if (String(found.actor.sessionId) !== headers[PAGE_HEADER])
    throw new AppError('refreshTokenInvalid', { reason: message('cookieOfAnotherSession') });
  return found;
}

/** The user who was signed in in this browser until now; a sign-in never continues an existing session. */
async function formerActor(
  { identify, cookies }: PageSessionParts,
  door: Door,
  headers: Headers,
): Promise<Actor | undefined> {
  try {
    return (await identify(cookies.read(headers), 'refresh', door.admission))?.actor;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

const endSession = (writes: Writes, { sessionId }: Actor) => writes.erase(session, [sessionId]);

function answered(text: Text, issued: Issued, headers: WriteResult['headers']): WriteResult {
  const outcome = { status: 200, code: success.done, text } as const;
  return new WriteResult(outcome, { answer: pageSession(issued), headers });
}

const pageSession = ({ id, tokens: { access_token } }: Issued) => ({ access_token, session: id });
