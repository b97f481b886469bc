import { done, networkOf, removeUser, success, user } from '../../access/index.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { idInPath, parseId, type Route, route } from '../../http/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import { accountMailJob } from './mail-job.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('accountsTag'),
  access: superAdministrator,
  isNotForLin: true,
  refusesIdempotencyKeys: true,
  path: '/cms/admin/sign-up',
} as const;
const one = { ...common, path: `${common.path}/:id`, params: idInPath } as const;

const listSignUps = route({
  ...common,
  method: 'GET',
  summary: message('listSignUps'),
  answer: schemas.signUps,
  handle: (door) =>
    door.reads.where(user, (select) => select.where('awaits_approval', '=', true).orderBy('id').limit(1000)),
});

const approveSignUp = route({
  ...one,
  method: 'PUT',
  needsProof: 'withSecondFactor',
  summary: message('approveSignUp'),
  handle: (door, { params, from, language }) =>
    door.write(async (writes) => {
      const { id, username, email } = await getWaiting(writes, parseId(params.id));
      await writes.update(user, id, { active: true, awaits_approval: false });
      const notice = { language: language(), network: networkOf(from.address), name: username };
      if (email) writes.follow(accountMailJob({ about: 'notice', mail: 'approved', to: email, ...notice }));
      return done(success.userUpdated, message('signUpApproved', { name: username }));
    }),
});

const refuseSignUp = route({
  ...one,
  method: 'DELETE',
  withEndingRights: 'gives nothing',
  needsProof: 'withSecondFactor',
  summary: message('refuseSignUp'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { id, username } = await getWaiting(writes, parseId(params.id));
      await removeUser(writes, id);
      return done(success.userDeleted, message('signUpRefused', { name: username }));
    }),
});

async function getWaiting(writes: Writes, id: bigint): Promise<RecordOf<typeof user>> {
  const record = await writes.find(user, id);
  if (!record?.awaits_approval) throw new AppError('userNotFound');
  return record;
}

/** What administrators do with users who signed up. */
export const approvalRoutes: readonly Route[] = [listSignUps, approveSignUp, refuseSignUp];
