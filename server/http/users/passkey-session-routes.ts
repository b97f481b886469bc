import {
  assertionOptions,
  done,
  requireRelyingParty,
  signedInText,
  signInByPasskey,
  success,
} from '../../access/index.ts';
import { placeOf } from '../../access/sign-in/known-networks.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { message } from '../../messages/message.ts';
import { type Route, route } from '../route.ts';
import * as schemas from './schemas.ts';
import type { SessionParts } from './session-routes.ts';

const common = {
  tag: message('usersTag'),
  method: 'POST',
  access: everyone,
  isNotForLin: true,
  refusesIdempotencyKeys: true,
} as const;

/** Signing in with a passkey alone. */
export function passkeySessionRoutes(parts: SessionParts): Route[] {
  return [optionsRoute(parts), loginRoute(parts)];
}

/** The same for everybody, so it does not reveal which passkeys a user has. */
function optionsRoute({ factors: { findRelyingParty, challenges } }: SessionParts): Route {
  return route({
    ...common,
    path: '/cms/user/passkey/options',
    isUngated: true,
    summary: message('passkeyOptions'),
    answer: schemas.browserOptions,
    handle: async ({ admission: { now } }) =>
      assertionOptions(requireRelyingParty(findRelyingParty), challenges.make({ purpose: 'sign_in' }, now)),
  });
}

function loginRoute({ factors, sessions }: SessionParts): Route {
  return route({
    ...common,
    path: '/cms/user/passkey/login',
    isSignIn: true,
    summary: message('logInByPasskey'),
    body: schemas.passkeySignIn,
    answer: schemas.tokens,
    handle: (door, { body: { passkey: response }, from, language }) =>
      signInByPasskey(
        factors,
        door,
        { response, place: placeOf(from, language()) },
        async (writes, id, proof) => {
          const { tokens } = await sessions.open(writes, id, { ...from, proof }, 'program');
          return done(success.done, signedInText(proof.methods), { ...tokens });
        },
      ),
  });
}
