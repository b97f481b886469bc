import { isRootUser } from '../../access/accounts/accounts.ts';
import { findByAddress } from '../../access/accounts/addresses.ts';
import { getUser } from '../../access/accounts/get-user.ts';
import { user } from '../../access/accounts/user.record.ts';
import { anonymous } from '../../access/actor.ts';
import type { Door } from '../../access/door.ts';
import { groupsNamed, keepGroupsInStep } from '../../access/identities/groups-in-step.ts';
import {
  addIdentity,
  findIdentity,
  type Identity,
  providerSessionKey,
} from '../../access/identities/identities.ts';
import { identity } from '../../access/identities/identity.record.ts';
import { placeOf, rememberNetwork } from '../../access/sign-in/known-networks.ts';
import { session } from '../../access/sign-in/session.record.ts';
import type { Client, Issued, Sessions, TokenHolder } from '../../access/sign-in/sessions.ts';
import { inactive } from '../../access/sign-in/sign-in.ts';
import { success } from '../../access/success.ts';
import { created, done, type WriteResult } from '../../access/write-result.ts';
import { AppError } from '../../errors.ts';
import type { Language } from '../../messages/languages.ts';
import { message } from '../../messages/message.ts';
import type { Reads } from '../../records/rows/reads.ts';
import type { Writes } from '../../records/write/writes.ts';
import { createUserFor } from './new-user.ts';
import type { Person } from './person.ts';
import type { ProviderSettings } from './provider.ts';
import type { Returned } from './redeem.ts';

interface Opening {
  readonly sessions: Sessions;
  readonly from: Client;
  readonly language: Language;
  readonly holder: TokenHolder;
  /** The answer with the tokens of the new session. */
  readonly answer: (writes: Writes, issued: Issued) => Promise<WriteResult>;
}

/** Opens a session for somebody whom a provider vouches for, and brings their groups in step with what it says. */
export async function signInBy(door: Door, returned: Returned, opening: Opening): Promise<WriteResult> {
  const { provider, person, idToken } = returned;
  const { sessions, from, language, holder, answer } = opening;
  const { settings } = provider;
  const row = await findOrLink(door, person, settings);
  const owner = await getUser(door.reads, row.user_id);
  if (!owner.active) throw inactive(owner);
  return door.as({ ...anonymous, id: owner.id, username: owner.username }).write(async (writes) => {
    const current = await writes.find(identity, row.id);
    const now = await writes.find(user, owner.id);
    if (current?.user_id !== owner.id || !now?.active) throw notLinked('unlinked or deactivated meanwhile');
    await writes.update(identity, row.id, { name: person.name, used_time: writes.context.now });
    if (settings.groupsClaim !== undefined)
      await keepGroupsInStep(writes, current, await groupsOf(writes, person, settings));
    await rememberNetwork(writes, now, placeOf(from, language));
    const issued = await sessions.open(writes, owner.id, from, holder);
    await writes.update(session, issued.id, {
      identity_id: row.id,
      provider_session: providerSessionKey(person.issuer, person.providerSession),
      id_token: idToken ?? null,
    });
    return answer(writes, issued);
  });
}

/** The identity of a person; a new one where the settings allow it. Throws otherwise. */
async function findOrLink(door: Door, person: Person, settings: ProviderSettings): Promise<Identity> {
  const known = await findIdentity(door.reads, person);
  if (known) return known;
  await linkByAddress(door, person, settings).catch(overtaken);
  const linked = await findIdentity(door.reads, person);
  if (linked) return linked;
  if (settings.createsUsers) await create(door, person, settings).catch(overtaken);
  const made = await findIdentity(door.reads, person);
  if (!made) throw notLinked('no account is linked');
  return made;
}

/** Another request of the same person may have been faster. */
function overtaken(error: unknown): void {
  if (!(error instanceof AppError && error.key === 'identityTaken')) throw error;
}

async function linkByAddress(
  door: Door,
  person: Person,
  { linksByAddress, label }: ProviderSettings,
): Promise<void> {
  const { address } = person;
  const owner = address && linksByAddress ? await findByAddress(door.reads, address) : undefined;
  if (!owner) return;
  if (!owner.active) throw inactive(owner);
  await door.as({ ...anonymous, id: owner.id, username: owner.username }).write(async (writes) => {
    const now = await findByAddress(writes, address ?? '');
    if (now?.id !== owner.id || now.is_service || (await isRootUser(writes, owner.id)))
      throw notLinked('this account is linked by its user alone', owner.id);
    await addIdentity(writes, owner.id, person);
    return done(success.userUpdated, message('identityLinkedByAddress', { provider: label }));
  });
}

async function create(door: Door, person: Person, settings: ProviderSettings): Promise<void> {
  await door.write(async (writes) => {
    const groups = await groupsOf(writes, person, settings);
    const { id, username } = await createUserFor(writes, person, groups);
    const identityId = await addIdentity(writes, id, person);
    await writes.update(identity, identityId, { group_ids: groups.map(String) });
    const told = { name: username, provider: settings.label };
    return created(success.userCreated, message('userCreatedBy', told), id);
  });
}

function groupsOf(reads: Reads, { groups }: Person, settings: ProviderSettings): Promise<bigint[]> {
  if (settings.groupsClaim === undefined) return Promise.resolve([]);
  const named = settings.groups.flatMap(([claimed, name]) => (groups.includes(claimed) ? [name] : []));
  return groupsNamed(reads, named);
}

function notLinked(reason: string, account?: bigint): AppError {
  const error = new AppError('identityUnknown', { reason });
  error.account = account;
  return error;
}
