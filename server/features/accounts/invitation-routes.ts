import {
  done,
  findByAddress,
  lockGiver,
  mailToken,
  manageUsers,
  networkOf,
  orGuests,
  orSuper,
  prepareToken,
  requireGivesGroups,
  requireJoinable,
  success,
} from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import { idInPath, parseId, type Route, route } from '../../http/index.ts';
import type { Select } from '../../records/query/select.ts';
import { type AccountWays, requireMail } from './account-ways.ts';
import { readAddress } from './asking.ts';
import { accountMailJob } from './mail-job.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const access = orSuper(manageUsers);

const common = {
  tag: message('accountsTag'),
  access,
  isNotForLin: true,
  refusesIdempotencyKeys: true,
  path: '/cms/admin/invitation',
} as const;

/** How administrators invite people. */
export function invitationRoutes(ways: AccountWays): Route[] {
  return [inviteRoute(ways), listInvitations, withdrawInvitation];
}

function inviteRoute(ways: AccountWays): Route {
  return route({
    ...common,
    method: 'POST',
    refusesPrograms: message('keysGiveNothing'),
    summary: message('invite'),
    body: schemas.invitation,
    async handle(door, { body: { email, group_ids: groupIds = [] }, from, language }) {
      requireMail(ways);
      const address = readAddress(email);
      return door.write(async (writes) => {
        const giver = await lockGiver(door, writes, access);
        await requireGivesGroups(writes, giver, await orGuests(writes, groupIds));
        if (await findByAddress(writes, address)) throw new AppError('emailTaken');
        await requireJoinable(writes, groupIds);
        const id = await prepareToken(writes, { purpose: 'invitation', address, groupIds });
        const asked = { id: String(id), language: language(), network: networkOf(from.address) };
        writes.follow(accountMailJob({ about: 'token', ...asked }));
        return done(success.done, message('invited'));
      });
    },
  });
}

const listInvitations = route({
  ...common,
  method: 'GET',
  summary: message('listInvitations'),
  answer: schemas.invitations,
  async handle(door) {
    const { admission, actor } = door;
    const own = (select: Select) => (actor.isSuper ? select : select.where('create_user_id', '=', actor.id));
    const records = await door.reads.where(mailToken, (select) =>
      own(select)
        .where('purpose', '=', 'invitation')
        .where('expire_time', '>', admission.now)
        .orderBy('id', 'desc')
        .limit(1000),
    );
    return records.map(({ group_ids, ...record }) => ({
      ...record,
      group_ids: (Array.isArray(group_ids) ? group_ids : []).map((id) => BigInt(String(id))),
    }));
  },
});

const withdrawInvitation = route({
  ...common,
  method: 'DELETE',
  harmless: 'takes back what nobody has accepted yet',
  path: `${common.path}/:id`,
  summary: message('withdrawInvitation'),
  params: idInPath,
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const record = await writes.find(mailToken, parseId(params.id));
      const isOwn = door.actor.isSuper || record?.create_user_id === door.actor.id;
      if (record?.purpose !== 'invitation' || !isOwn) throw new AppError('recordNotFound');
      await writes.remove(mailToken, record.id);
      return done(success.deleted, message('invitationWithdrawn'));
    }),
});
