import type { TypeOf } from '../../../contract/json-schema.ts';
import {
  addressed,
  anonymous,
  created,
  createUser,
  type Door,
  done,
  endTokensFor,
  hasFactor,
  hashPassword,
  linkInvalid,
  lockGiverById,
  type MailToken,
  manageUsers,
  named,
  networkOf,
  orGuests,
  PURPOSES,
  requireFreeName,
  requireGivesGroups,
  requireSamePasswords,
  requireStrongPassword,
  success,
  user,
  useToken,
} from '../../access/index.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { isRefusal } from '../../errors.ts';
import { type Input, newRecord, type Route, route } from '../../http/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import { type AccountWays, requireMail, signUpGroups } from './account-ways.ts';
import { countMail, readAddress } from './asking.ts';
import { freeAddress, requireLink } from './links.ts';
import { accountMailJob } from './mail-job.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('accountsTag'),
  access: everyone,
  isNotForLin: true,
} as const;

/** The routes by which people get an account. */
export function signUpRoutes(ways: AccountWays): Route[] {
  return [waysRoute(ways), askRoute(ways), linkRoute(ways), createRoute(ways)];
}

function waysRoute({ signUp, hasMail, providers, passkeyDomain }: AccountWays): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/account',
    summary: message('waysIn'),
    answer: schemas.ways,
    handle: async () => ({
      sign_up: hasMail ? signUp : 'off',
      mail: hasMail,
      providers,
      passkey_domain: passkeyDomain() ?? null,
    }),
  });
}

function askRoute(ways: AccountWays): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/account/sign-up',
    refusesIdempotencyKeys: true,
    summary: message('askToSignUp'),
    body: schemas.address,
    async handle(door, { body, from, language }) {
      await signUpGroups(door.reads, ways);
      requireMail(ways);
      const address = readAddress(body.email);
      return door.write(async (writes) => {
        await countMail(writes, address, from);
        const asked = {
          about: 'sign_up',
          address,
          language: language(),
          network: networkOf(from.address),
        } as const;
        writes.follow(accountMailJob(asked));
        return done(success.done, message('signUpMailed'));
      });
    },
  });
}

function linkRoute({ signUp }: AccountWays): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/account/link',
    refusesIdempotencyKeys: true,
    summary: message('askWhatLinkIsFor'),
    body: schemas.aToken,
    answer: schemas.whatFor,
    async handle(door, { body, from }) {
      const record = await requireLink(door, body.token, PURPOSES, from);
      const owner = record.user_id === null ? undefined : await door.reads.find(user, record.user_id);
      const needs_approval = record.purpose === 'sign_up' && signUp === 'approval';
      return { ...record, username: owner?.username ?? null, needs_approval };
    },
  });
}

function createRoute(ways: AccountWays): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/account',
    refusesIdempotencyKeys: true,
    summary: message('createByLink'),
    body: schemas.newAccount,
    answerFields: newRecord,
    handle: (door, input) => createAccount(door, ways, input),
  });
}

type AccountRequest = Pick<Input<object, object, TypeOf<typeof schemas.newAccount>>, 'body' | 'from'>;

async function createAccount(door: Door, ways: AccountWays, { body, from }: AccountRequest) {
  const { token, username, nickname = '', password } = body;
  const { address, purpose } = await requireLink(door, token, ['sign_up', 'invitation'], from);
  requireSamePasswords(password, body.confirm_password);
  await requireStrongPassword('password', password, { username, email: address });
  const credential = await hashPassword(password);
  const awaits_approval = purpose === 'sign_up' && ways.signUp === 'approval';
  return door.write(async (writes) => {
    const used = await useToken(writes, token, [purpose]);
    await freeAddress(writes, address);
    await requireFreeName(writes, username, anonymous);
    const account = {
      ...named(username),
      nickname,
      ...addressed(address, 'verified'),
      credential,
      active: !awaits_approval,
      awaits_approval,
      owes_factor: purpose === 'invitation' && (await hasFactor(writes, used.create_user_id)),
    };
    const id = await createUser(writes, account, await groupsOf(writes, ways, used));
    await endTokensFor(writes, address);
    return created(success.userCreated, message(textOf(used, awaits_approval), { name: username }), id);
  });
}

function textOf({ purpose }: MailToken, awaitsApproval: boolean) {
  if (purpose === 'invitation') return 'invitationAccepted';
  return awaitsApproval ? 'signedUpForApproval' : 'signedUp';
}

async function groupsOf(
  writes: Writes,
  ways: AccountWays,
  { purpose, group_ids, create_user_id }: MailToken,
): Promise<bigint[]> {
  if (purpose === 'sign_up') return signUpGroups(writes, ways);
  if (!Array.isArray(group_ids)) throw linkInvalid(message('invitationWithoutGroups'));
  const groups = group_ids.map((id) => BigInt(String(id)));
  await requireInviter(writes, create_user_id, groups);
  return groups;
}

/** Throws unless the user who invited may still give these groups. */
async function requireInviter(writes: Writes, id: bigint, groups: readonly bigint[]): Promise<void> {
  try {
    const giver = await lockGiverById(writes, id, [manageUsers.permission.key]);
    await requireGivesGroups(writes, giver, await orGuests(writes, groups));
  } catch (error) {
    if (isRefusal(error)) throw linkInvalid(message('inviterLostRight'));
    throw error;
  }
}
