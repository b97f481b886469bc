import {
  type Actor,
  addPasskey,
  type ChallengeUse,
  done,
  getUser,
  lockOwner,
  markProved,
  type Passkey,
  passkey,
  passkeysOf,
  registrationOptions,
  requireRelyingParty,
  settleFactors,
  settlePart,
  success,
  verifyRegistration,
  WriteResult,
} from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { idInPath, newRecord, parseId, type Route, route } from '../../http/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import { message } from './messages/message.ts';
import type { FactorRouteParts } from './parts.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('secondFactorTag'),
  path: '/cms/user/second-factor/passkey',
  access: login,
  isNotForLin: true,
  refusesIdempotencyKeys: true,
  needsProof: 'always',
  isForSetUp: true,
} as const;
const one = { ...common, path: '/cms/user/second-factor/passkey/:id', params: idInPath } as const;

/** The passkeys of the caller. */
export function passkeyRoutes(parts: FactorRouteParts): Route[] {
  return [optionsRoute(parts), addRoute(parts), renamePasskey, removePasskey];
}

function optionsRoute({ findRelyingParty, challenges, issuer }: FactorRouteParts): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/user/second-factor/passkey/options',
    summary: message('passkeyRegistration'),
    answer: schemas.browserOptions,
    async handle({ reads, actor, admission: { now } }) {
      const party = requireRelyingParty(findRelyingParty);
      const owner = await getUser(reads, actor.id);
      const known = await passkeysOf(reads, actor.id);
      return registrationOptions(party, owner, {
        challenge: challenges.make(useBy(actor), now),
        issuer,
        known,
      });
    },
  });
}

function addRoute({ findRelyingParty, challenges }: FactorRouteParts): Route {
  return route({
    ...common,
    method: 'POST',
    summary: message('addPasskey'),
    body: schemas.newPasskey,
    answerFields: { ...newRecord, ...schemas.recoveryCodes },
    async handle(door, { body: { name, passkey: response } }) {
      const { id: user_id, sessionId } = door.actor;
      const values = await verifyRegistration(response, {
        party: requireRelyingParty(findRelyingParty),
        useChallenge: (challenge) =>
          door.bookkeep((writes) => challenges.use(writes, challenge, useBy(door.actor))),
      });
      return door.write(async (writes) => {
        const owner = await lockOwner(writes, user_id);
        const id = await addPasskey(writes, { ...values, user_id, name });
        await markProved(writes, sessionId, 'passkey');
        const recovery_codes = await settleFactors(writes, owner, sessionId);
        await settlePart(writes, owner.id, 'factor');
        const outcome = { status: 201, code: success.done, text: message('passkeyAdded', { name }) } as const;
        return new WriteResult(outcome, { id, more: { ...(recovery_codes && { recovery_codes }) } });
      });
    },
  });
}

const renamePasskey = route({
  ...one,
  method: 'PUT',
  summary: message('renamePasskey'),
  body: schemas.newName,
  handle: (door, { params, body: { name } }) =>
    door.write(async (writes) => {
      const { id } = await ownPasskey(writes, params.id, door.actor);
      await writes.update(passkey, id, { name });
      return done(success.done, message('passkeyRenamed', { name }));
    }),
});

const removePasskey = route({
  ...one,
  method: 'DELETE',
  summary: message('removePasskey'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const owner = await lockOwner(writes, door.actor.id);
      const { id, name } = await ownPasskey(writes, params.id, door.actor);
      await writes.remove(passkey, id);
      await settleFactors(writes, owner, door.actor.sessionId);
      return done(success.deleted, message('passkeyRemoved', { name }));
    }),
});

async function ownPasskey(writes: Writes, id: string, { id: userId }: Actor): Promise<Passkey> {
  const record = await writes.find(passkey, parseId(id));
  if (record?.user_id !== userId) throw new AppError('recordNotFound');
  return record;
}

function useBy({ id, sessionId }: Actor): ChallengeUse {
  return { purpose: 'registration', session: { id, sessionId } };
}
