import {
  addressed,
  type Door,
  done,
  endAll,
  endTokensOf,
  getUser,
  networkOf,
  prepareToken,
  requireOwnPassword,
  settlePart,
  success,
  user,
  useToken,
  withoutRights,
} from '../../access/index.ts';
import { everyone, login } from '../../definitions/access-rule.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { badParameters } from '../../errors.ts';
import { type Input, type Route, route } from '../../http/route.ts';
import type { Writes } from '../../records/write/writes.ts';
import { type AccountWays, requireMail } from './account-ways.ts';
import { countMail, readAddress } from './asking.ts';
import { freeAddress, requireLink, requireOwner } from './links.ts';
import { accountMailJob } from './mail-job.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('accountsTag'),
  isNotForLin: true,
  refusesIdempotencyKeys: true,
} as const;

/** How users verify and change their address. */
export function addressRoutes(ways: AccountWays): Route[] {
  return [verificationRoute(ways), changeRoute(ways), confirmRoute];
}

function verificationRoute(ways: AccountWays): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/account/verification',
    harmless: 'mails to the address that the account has already',
    access: login,
    summary: message('askForVerification'),
    async handle(door, input) {
      requireMail(ways);
      const { email } = await getUser(door.reads, door.actor.id);
      if (email === null) throw badParameters({ email: message('missing') });
      return ask(door, input, 'verification', readAddress(email));
    },
  });
}

function changeRoute(ways: AccountWays): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/account/address',
    access: login,
    needsProof: 'withSecondFactor',
    summary: message('askForOtherAddress'),
    body: schemas.addressChange,
    async handle(door, input) {
      requireMail(ways);
      const address = readAddress(input.body.email);
      await requireOwnPassword(door, await getUser(door.reads, door.actor.id), input.body.password);
      return ask(door, input, 'address_change', address);
    },
  });
}

function ask(
  door: Door,
  { from, language }: Pick<Input, 'from' | 'language'>,
  purpose: 'verification' | 'address_change',
  address: string,
) {
  return door.write(async (writes) => {
    await countMail(writes, address, from);
    const id = await prepareToken(writes, { purpose, address, userId: door.actor.id });
    const asked = {
      about: 'token',
      id: String(id),
      language: language(),
      network: networkOf(from.address),
    } as const;
    writes.follow(accountMailJob(asked));
    return done(success.done, message('verificationMailed'));
  });
}

const confirmRoute = route({
  ...common,
  method: 'PUT',
  path: '/cms/account/address',
  access: everyone,
  summary: message('confirmAddress'),
  body: schemas.aToken,
  async handle(door, { body: { token }, from, language }) {
    const purposes = ['verification', 'address_change'] as const;
    const owner = await requireOwner(door.reads, await requireLink(door, token, purposes, from));
    return door.as(withoutRights(owner)).write(async (writes) => {
      const used = await useToken(writes, token, purposes);
      const current = await requireOwner(writes, used);
      await freeAddress(writes, used.address, current.id);
      await settlePart(writes, current.id, 'address');
      if (used.purpose === 'address_change') {
        const notice = { language: language(), network: networkOf(from.address) };
        await changeAddress(writes, current, used.address, notice);
        return done(success.userUpdated, message('addressChangedByMail'));
      }
      await writes.update(user, current.id, { email_standing: 'verified' });
      return done(success.userUpdated, message('addressVerified'));
    });
  },
});

type Notice = Pick<Parameters<typeof accountMailJob>[0], 'language' | 'network'>;

/** Ends everything that the former address could still be used for, and sends a notice to it. */
async function changeAddress(
  writes: Writes,
  { id, username, email, email_standing }: RecordOf<typeof user>,
  address: string,
  notice: Notice,
): Promise<void> {
  await writes.update(user, id, addressed(address, 'verified'));
  await endTokensOf(writes, id);
  await endAll(writes, id);
  if (email === null || email_standing === 'claimed') return;
  writes.follow(
    accountMailJob({ about: 'notice', mail: 'address_changed', to: email, name: username, ...notice }),
  );
}
