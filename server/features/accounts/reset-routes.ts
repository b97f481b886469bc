import {
  done,
  endAll,
  forgetFailures,
  hashPassword,
  networkOf,
  requireSamePasswords,
  requireStrongPassword,
  revokeKeys,
  setCredential,
  settleMailedReset,
  success,
  user,
  useToken,
  withoutRights,
} from '../../access/index.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { type Route, route } from '../../http/route.ts';
import { type AccountWays, requireMail } from './account-ways.ts';
import { countMail, readAddress } from './asking.ts';
import { requireLink, requireOwner } from './links.ts';
import { accountMailJob } from './mail-job.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('accountsTag'),
  access: everyone,
  isNotForLin: true,
  refusesIdempotencyKeys: true,
} as const;

/** How people get back into their account. */
export function resetRoutes(ways: AccountWays): Route[] {
  return [askRoute(ways), resetRoute];
}

function askRoute(ways: AccountWays): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/account/reset',
    summary: message('askForReset'),
    body: schemas.address,
    async handle(door, { body, from, language }) {
      requireMail(ways);
      const address = readAddress(body.email);
      return door.write(async (writes) => {
        await countMail(writes, address, from);
        const asked = {
          about: 'reset',
          address,
          language: language(),
          network: networkOf(from.address),
        } as const;
        writes.follow(accountMailJob(asked));
        return done(success.done, message('resetMailed'));
      });
    },
  });
}

const resetRoute = route({
  ...common,
  method: 'PUT',
  path: '/cms/account/password',
  summary: message('resetByLink'),
  body: schemas.passwordByLink,
  async handle(door, { body: { token, new_password, confirm_password }, from, language }) {
    const record = await requireLink(door, token, ['reset'], from);
    const known = await requireOwner(door.reads, record);
    requireSamePasswords(new_password, confirm_password);
    await requireStrongPassword('new_password', new_password, known);
    const credential = await hashPassword(new_password);
    return door.as(withoutRights(known)).write(async (writes) => {
      const owner = await requireOwner(writes, await useToken(writes, token, ['reset']));
      const { id, username, email } = owner;
      await setCredential(writes, id, credential);
      await settleMailedReset(writes, owner);
      await writes.update(user, id, { email_standing: 'verified' });
      await endAll(writes, id);
      await revokeKeys(writes, id);
      await forgetFailures(writes, username, email);
      const notice = {
        language: language(),
        network: networkOf(from.address),
        to: record.address,
        name: username,
      };
      writes.follow(accountMailJob({ about: 'notice', mail: 'password_changed', ...notice }));
      return done(success.passwordChanged, message('passwordResetByMail'));
    });
  },
});
