import {
  done,
  endAll,
  type Identify,
  newDevice,
  type Sessions,
  type SignInParts,
  session,
  signedInText,
  signIn,
  signingInWith,
  success,
} from '../../access/index.ts';
import { placeOf } from '../../access/sign-in/known-networks.ts';
import { everyone, login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { idInPath, parseId } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import type { Captchas } from './captchas.ts';
import { liveSessions } from './live-sessions.ts';
import * as schemas from './schemas.ts';

export interface SessionParts extends SignInParts {
  /** Required at every sign-in, if there are any. */
  readonly captchas: Captchas | undefined;
  readonly sessions: Sessions;
  readonly identify: Identify;
}

const common = { tag: message('usersTag') } as const;

/** Signing in and out, and the user's sessions. */
export function sessionRoutes(parts: SessionParts): Route[] {
  return [
    loginRoute(parts),
    captchaRoute(parts),
    refreshRoute(parts, 'GET'),
    refreshRoute(parts, 'POST'),
    logout,
    listSessions,
    endSession,
    endOtherSessions,
  ];
}

function loginRoute(parts: SessionParts): Route {
  const { captchas, sessions } = parts;
  return route({
    ...common,
    method: 'POST',
    path: '/cms/user/login',
    refusesIdempotencyKeys: true,
    access: everyone,
    isSignIn: true,
    summary: message('logIn'),
    body: schemas.signIn,
    answer: schemas.signedInTokens,
    async handle(door, { body, headers, from, language }) {
      await captchas?.require(door, headers.tag, body.captcha);
      const signingIn = signingInWith(parts, door, body, placeOf(from, language()));
      return signIn(door, body, signingIn, async (writes, id, proof) => {
        const { tokens } = await sessions.open(writes, id, { ...from, proof }, 'program');
        const device = body.remember_device ? await newDevice(parts, writes, id, { from, proof }) : undefined;
        return done(success.done, signedInText(proof.methods), { ...tokens, ...(device && { device }) });
      });
    },
  });
}

function captchaRoute({ captchas }: SessionParts): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/user/captcha',
    isUngated: true,
    refusesIdempotencyKeys: true,
    access: everyone,
    summary: message('getCaptcha'),
    answer: schemas.captcha,
    handle: async (door, { from }) =>
      (await captchas?.issue(door.admission.now, from.address)) ?? { tag: null, image: null },
  });
}

/** A GET for clients of the Lin CMS family; a POST since it changes something. */
function refreshRoute({ sessions, identify }: SessionParts, method: 'GET' | 'POST'): Route {
  return route({
    ...common,
    method,
    isWriting: true,
    path: '/cms/user/refresh',
    isUngated: true,
    refusesIdempotencyKeys: true,
    access: everyone,
    summary: message('refreshTokens'),
    answer: schemas.tokens,
    async handle(door, { headers }) {
      const identified = await identify(headers.authorization, 'refresh', door.admission);
      if (!identified) throw new AppError('authenticationFailed', { reason: message('noToken') });
      const written = await door.as(identified.actor).write(async (writes) => {
        const issued = await sessions.refresh(writes, identified.claims, 'program');
        return issued
          ? done(success.done, message('tokensRefreshed'), { ...issued.tokens })
          : done(success.done, message('sessionEndedByReuse'));
      });
      if (!written.answer)
        throw new AppError('refreshTokenInvalid', { reason: message('replacedTokenCameBack') });
      return written;
    },
  });
}

const logout = route({
  ...common,
  method: 'POST',
  path: '/cms/user/logout',
  harmless: 'ends the own session',
  refusesIdempotencyKeys: true,
  access: login,
  isForSetUp: true,
  summary: message('logOut'),
  handle: (door) =>
    door.write(async (writes) => {
      await writes.erase(session, [door.actor.sessionId]);
      return done(success.done, message('loggedOut'));
    }),
});

const listSessions = route({
  ...common,
  method: 'GET',
  path: '/cms/user/sessions',
  access: login,
  isForSetUp: true,
  summary: message('ownSessions'),
  answer: schemas.sessionList,
  handle: (door) => liveSessions(door, door.actor.id),
});

const endSession = route({
  ...common,
  method: 'DELETE',
  path: '/cms/user/sessions/:id',
  harmless: 'ends an own session',
  access: login,
  isForSetUp: true,
  summary: message('endOwnSession'),
  params: idInPath,
  handle(door, { params }) {
    const id = parseId(params.id);
    return door.write(async (writes) => {
      const record = await writes.find(session, id);
      if (record?.user_id !== door.actor.id) throw new AppError('sessionNotFound');
      await writes.erase(session, [id]);
      return done(success.deleted, message('sessionEnded', { id }));
    });
  },
});

const endOtherSessions = route({
  ...common,
  method: 'DELETE',
  path: '/cms/user/sessions',
  harmless: 'ends own sessions',
  access: login,
  summary: message('endOtherSessions'),
  handle: (door) =>
    door.write(async (writes) => {
      const { id, sessionId } = door.actor;
      const ended = await endAll(writes, id, sessionId);
      return done(success.deleted, message('otherSessionsEnded', { count: ended }));
    }),
});
