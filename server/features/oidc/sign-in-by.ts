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
import type { GivenFactor } from '../../access/second-factor/factor-checks.ts';
import { howProved } from '../../access/second-factor/how-proved.ts';
import { newDevice, proveBeside } from '../../access/second-factor/signing-in.ts';
import { placeOf, rememberNetwork } from '../../access/sign-in/known-networks.ts';
import { networkOf } from '../../access/sign-in/network.ts';
import type { Proof } from '../../access/sign-in/proof.ts';
import { session } from '../../access/sign-in/session.record.ts';
import type { Client, Issued, TokenHolder } from '../../access/sign-in/sessions.ts';
import { inactive } from '../../access/sign-in/sign-in.ts';
import { success } from '../../access/success.ts';
import { created, done, type WriteResult } from '../../access/write-result.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import { AppError } from '../../errors.ts';
import type { Language } from '../../messages/languages.ts';
import { message, type Text } from '../../messages/message.ts';
import type { Reads } from '../../records/rows/reads.ts';
import { createUserFor } from './new-user.ts';
import type { OidcParts } from './parts.ts';
import type { Person } from './person.ts';
import type { ProviderSettings } from './provider.ts';
import type { Returned } from './redeem.ts';

interface Opened {
  readonly text: Text;
  readonly issued: Issued;
  /** The token of the device, if it is to be trusted. */
  readonly device: string | undefined;
}

export interface Opening {
  readonly parts: Pick<OidcParts, 'sessions' | 'signIn'>;
  readonly from: Client;
  readonly language: Language;
  /** The second factor, for accounts that have one of which the provider knows nothing. */
  readonly given: GivenFactor & { readonly remembersDevice: boolean };
  readonly holder: TokenHolder;
  readonly answer: (opened: Opened) => Promise<WriteResult>;
}

/**
 * Opens a session for a person from a provider, and brings their groups in step with its claims. An account with a second
 * factor is asked for it before anything changes.
 */
export async function signInBy(door: Door, returned: Returned, opening: Opening): Promise<WriteResult> {
  const { provider, person, idToken } = returned;
  const { parts, from, language, given, holder, answer } = opening;
  const { settings } = provider;
  const first: Proof = { methods: returned.hasSecondFactor ? ['provider'] : [] };
  const prove = proveBeside(parts.signIn, door, { first, given, network: networkOf(from.address) });
  const known = await findOwner(door.reads, person, settings);
  const proof = known ? await prove(known) : first;
  const row = await findOrLink(door, person, settings);
  const owner = await getUser(door.reads, row.user_id);
  if (!owner.active) throw inactive(owner);
  if (known && known.id !== owner.id) throw notLinked('linked to another user meanwhile');
  return door.as({ ...anonymous, id: owner.id, username: owner.username }).write(async (writes) => {
    await returned.useUp(writes);
    const current = await writes.find(identity, row.id);
    const now = await writes.find(user, owner.id);
    if (current?.user_id !== owner.id || !now?.active) throw notLinked('unlinked or deactivated meanwhile');
    await writes.update(identity, row.id, { name: person.name, used_time: writes.context.now });
    if (settings.groupsClaim !== undefined)
      await keepGroupsInStep(writes, current, await groupsOf(writes, person, settings));
    await rememberNetwork(writes, now, placeOf(from, language));
    const issued = await parts.sessions.open(writes, owner.id, { ...from, proof }, holder);
    await writes.update(session, issued.id, {
      identity_id: row.id,
      provider_session: providerSessionKey(person.issuer, person.providerSession),
      id_token: idToken ?? null,
    });
    const device = given.remembersDevice
      ? await newDevice(parts.signIn, writes, owner.id, { from, proof })
      : undefined;
    return answer({ text: signedInText(settings.label, proof), issued, device });
  });
}

/** The log's text; it names a second factor that was asked for here. */
function signedInText(provider: string, { methods }: Proof): Text {
  const own = methods.filter((method) => method !== 'provider');
  if (own.length === 0) return message('signedInBy', { provider });
  return message('signedInByWith', { provider, how: howProved(own) });
}

/** Whose account the person comes to; undefined if they have none yet. Throws unless it may be used and linked. */
async function findOwner(
  reads: Reads,
  person: Person,
  { linksByAddress }: ProviderSettings,
): Promise<RowOf<typeof user> | undefined> {
  const linked = await findIdentity(reads, person);
  if (!linked && !(person.address && linksByAddress)) return undefined;
  const owner = linked
    ? await getUser(reads, linked.user_id)
    : await findByAddress(reads, person.address ?? '');
  if (owner && !owner.active) throw inactive(owner);
  if (owner && !linked) await requireLinkable(reads, owner);
  return owner;
}

/** Throws unless an address alone may link this account. */
async function requireLinkable(reads: Reads, { id, is_service }: RowOf<typeof user>): Promise<void> {
  if (is_service || (await isRootUser(reads, id)))
    throw notLinked('this account is linked by its user alone', id);
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
    if (now?.id !== owner.id) throw notLinked('the address was changed meanwhile', owner.id);
    await requireLinkable(writes, now);
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
    const params = { name: username, provider: settings.label };
    return created(success.userCreated, message('userCreatedBy', params), id);
  });
}

function groupsOf(reads: Reads, { groups }: Person, settings: ProviderSettings): Promise<bigint[]> {
  if (settings.groupsClaim === undefined) return Promise.resolve([]);
  const named = settings.groups.flatMap(([claimed, name]) => (groups.includes(claimed) ? [name] : []));
  return groupsNamed(reads, named);
}

function notLinked(reason: string, account?: bigint): AppError {
  return new AppError('identityUnknown', { reason, account });
}
