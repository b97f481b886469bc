import {
  beginTotp,
  confirmTotp,
  done,
  lockOwner,
  markProved,
  readCode,
  settleFactors,
  settlePart,
  success,
  totp,
  WriteResult,
} from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from './messages/message.ts';
import type { FactorRouteParts } from './parts.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('secondFactorTag'),
  path: '/cms/user/second-factor/totp',
  access: login,
  isNotForLin: true,
  refusesIdempotencyKeys: true,
  needsProof: 'always',
  isForSetUp: true,
} as const;

/** The authenticator app of the caller. */
export function totpRoutes(parts: FactorRouteParts): Route[] {
  return [beginRoute(parts), confirmRoute(parts), removeTotp];
}

function beginRoute(parts: FactorRouteParts): Route {
  return route({
    ...common,
    method: 'POST',
    summary: message('beginTotp'),
    answerFields: schemas.newTotp,
    handle: (door) =>
      door.write(async (writes) => {
        const begun = await beginTotp(writes, await lockOwner(writes, door.actor.id), parts);
        const outcome = { status: 201, code: success.done, text: message('totpBegun') } as const;
        return new WriteResult(outcome, { more: { ...begun } });
      }),
  });
}

function confirmRoute({ sealing }: FactorRouteParts): Route {
  return route({
    ...common,
    method: 'PUT',
    summary: message('confirmTotp'),
    body: schemas.firstCode,
    answerFields: schemas.recoveryCodes,
    handle: (door, { body }) =>
      door.write(async (writes) => {
        const owner = await lockOwner(writes, door.actor.id);
        const isRight = await confirmTotp(writes, owner.id, { code: readCode(body.code), sealing });
        if (!isRight) throw new AppError('secondFactorWrong', { reason: message('wrongFirstCode') });
        await markProved(writes, door.actor.sessionId, 'totp');
        const recovery_codes = await settleFactors(writes, owner, door.actor.sessionId);
        await settlePart(writes, owner.id, 'factor');
        const outcome = { status: 200, code: success.done, text: message('totpAdded') } as const;
        return new WriteResult(outcome, { more: { ...(recovery_codes && { recovery_codes }) } });
      }),
  });
}

const removeTotp = route({
  ...common,
  method: 'DELETE',
  summary: message('removeTotp'),
  handle: (door) =>
    door.write(async (writes) => {
      const owner = await lockOwner(writes, door.actor.id);
      const record = await writes.first(totp, (select) => select.where('user_id', '=', owner.id));
      if (!record) throw new AppError('recordNotFound');
      await writes.remove(totp, record.id);
      if (record.confirmed_time !== null) await settleFactors(writes, owner, door.actor.sessionId);
      return done(success.deleted, message('totpRemoved'));
    }),
});
