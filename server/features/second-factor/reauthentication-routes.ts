import type { TypeOf } from '../../../contract/json-schema.ts';
import {
  type Actor,
  assertionOptions,
  type ChallengeUse,
  type Door,
  done,
  getUser,
  howProved,
  markProved,
  type ProofMethod,
  passkeysOf,
  proveByOwner,
  requireOwnPassword,
  requireRelyingParty,
  success,
} from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { AppError, badParameters } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from './messages/message.ts';
import type { FactorRouteParts } from './parts.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('secondFactorTag'),
  path: '/cms/user/reauthentication',
  harmless: 'is the proof itself',
  method: 'POST',
  access: login,
  isNotForLin: true,
  refusesIdempotencyKeys: true,
  isForSetUp: true,
} as const;

/** How users prove again who they are, before what cannot be undone. */
export function reauthenticationRoutes(parts: FactorRouteParts): Route[] {
  return [proveRoute(parts), optionsRoute(parts)];
}

function proveRoute(parts: FactorRouteParts): Route {
  return route({
    ...common,
    summary: message('reauthenticate'),
    body: schemas.proof,
    async handle(door, { body }) {
      if (door.actor.key) throw new AppError('serviceUserPassword');
      const method = await prove(parts, door, body);
      return door.write(async (writes) => {
        await markProved(writes, door.actor.sessionId, method);
        return done(success.done, message('reauthenticated', { how: howProved([method]) }));
      });
    },
  });
}

function optionsRoute({ findRelyingParty, challenges }: FactorRouteParts): Route {
  return route({
    ...common,
    path: '/cms/user/reauthentication/options',
    summary: message('reauthenticationOptions'),
    answer: schemas.browserOptions,
    async handle({ reads, actor, admission: { now } }) {
      const party = requireRelyingParty(findRelyingParty);
      return assertionOptions(party, challenges.make(useBy(actor), now), await passkeysOf(reads, actor.id));
    },
  });
}

/** A second factor proves its owner; the password alone proves those who have none. */
async function prove(
  parts: FactorRouteParts,
  door: Door,
  { password, code, passkey }: TypeOf<typeof schemas.proof>,
): Promise<ProofMethod> {
  const owner = await getUser(door.reads, door.actor.id);
  if (owner.second_factor) {
    const throttled = [{ kind: 'password', key: String(owner.id) }] as const;
    const asked = { use: useBy(door.actor), throttled };
    const method = await proveByOwner(parts, door, { owner, given: { code, passkey } }, asked);
    if (method === undefined) throw badParameters({ code: message('missing') });
    return method;
  }
  if (password === undefined) throw badParameters({ password: message('missing') });
  await requireOwnPassword(door, owner, password);
  return 'password';
}

function useBy({ id, sessionId }: Actor): ChallengeUse {
  return { purpose: 'reauthentication', session: { id, sessionId } };
}
