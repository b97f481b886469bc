import {
  done,
  forgetDevices as forgetAll,
  getUser,
  lockOwner,
  createRecoveryCodes as replaceCodes,
  success,
  trustedDevice,
  WriteResult,
} from '../../access/index.ts';
import { login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { idInPath, parseId, type Route, route } from '../../http/index.ts';
import { message } from './messages/message.ts';
import { overviewOf } from './overview.ts';
import type { FactorRouteParts } from './parts.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('secondFactorTag'),
  access: login,
  isNotForLin: true,
  isForSetUp: true,
} as const;

/** What users see of their second factor, their recovery codes and their remembered devices. */
export function ownFactorRoutes(parts: FactorRouteParts): Route[] {
  return [showRoute(parts), makeRecoveryCodes, forgetDevice, forgetDevices];
}

function showRoute(parts: FactorRouteParts): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/user/second-factor',
    summary: message('ownFactors'),
    answer: schemas.overview,
    handle: async (door) => overviewOf(door, await getUser(door.reads, door.actor.id), parts),
  });
}

const makeRecoveryCodes = route({
  ...common,
  method: 'POST',
  path: '/cms/user/second-factor/recovery-codes',
  refusesIdempotencyKeys: true,
  needsProof: 'always',
  summary: message('makeRecoveryCodes'),
  answerFields: schemas.recoveryCodes,
  handle: (door) =>
    door.write(async (writes) => {
      const { id, second_factor } = await lockOwner(writes, door.actor.id);
      if (!second_factor) throw new AppError('recordNotFound', { reason: message('noSecondFactor') });
      const recovery_codes = await replaceCodes(writes, id);
      const outcome = { status: 201, code: success.done, text: message('recoveryCodesMade') } as const;
      return new WriteResult(outcome, { more: { recovery_codes } });
    }),
});

const forgetDevice = route({
  ...common,
  method: 'DELETE',
  path: '/cms/user/second-factor/device/:id',
  harmless: 'takes a way in away from oneself',
  refusesIdempotencyKeys: true,
  params: idInPath,
  summary: message('forgetDevice'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const record = await writes.find(trustedDevice, parseId(params.id));
      if (record?.user_id !== door.actor.id) throw new AppError('recordNotFound');
      await writes.remove(trustedDevice, record.id);
      return done(success.deleted, message('deviceForgotten'));
    }),
});

const forgetDevices = route({
  ...common,
  method: 'DELETE',
  path: '/cms/user/second-factor/device',
  harmless: 'takes a way in away from oneself',
  refusesIdempotencyKeys: true,
  summary: message('forgetDevices'),
  handle: (door) =>
    door.write(async (writes) => {
      await forgetAll(writes, door.actor.id);
      return done(success.deleted, message('devicesForgotten'));
    }),
});
