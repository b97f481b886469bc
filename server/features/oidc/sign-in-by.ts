import {
  type Client,
  type Door,
  type GivenFactor,
  getUser,
  howProved,
  type Identity,
  type Issued,
  identity,
  inactive,
  isLinkedByOwner,
  keepGroupsInStep,
  networkOf,
  newDevice,
  newGroups,
  type Proof,
  proveBeside,
  providerSessionKey,
  session,
  shutOutOthers,
  type TokenHolder,
  user,
  type WriteResult,
  withoutRights,
} from '../../access/index.ts';
import { placeOf, rememberNetwork } from '../../access/sign-in/known-networks.ts';
import type { Language } from '../../messages/languages.ts';
import type { Text } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { findOrLink, findOwner, groupsOf, notLinked } from './link-account.ts';
import { message } from './messages/message.ts';
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
  const record = await findOrLink(door, person, settings);
  const owner = await getUser(door.reads, record.user_id);
  if (!owner.active) throw inactive(owner);
  if (known && known.id !== owner.id) throw notLinked(message('linkedElsewhereMeanwhile'));
  return door.as(withoutRights(owner)).write(async (writes) => {
    await returned.useUp(writes);
    const current = await writes.find(identity, record.id);
    const now = await writes.find(user, owner.id);
    if (current?.user_id !== owner.id || !now?.active) throw notLinked(message('unlinkedMeanwhile'));
    await writes.update(identity, record.id, { name: person.name, used_time: writes.context.now });
    if (settings.groupsClaim !== undefined) await followClaims(writes, current, person, settings);
    await rememberNetwork(writes, now, placeOf(from, language));
    const issued = await parts.sessions.open(writes, owner.id, { ...from, proof }, holder);
    await writes.update(session, issued.id, {
      identity_id: record.id,
      provider_session: providerSessionKey(person.issuer, person.providerSession),
      id_token: idToken ?? null,
    });
    const device = given.remembersDevice
      ? await newDevice(parts.signIn, writes, owner.id, { from, proof })
      : undefined;
    return answer({ text: signedInText(settings.label, proof), issued, device });
  });
}

/** Synchronizes the groups. Others who could act as the user do not share what the user gains by it. */
async function followClaims(
  writes: Writes,
  record: Identity,
  person: Person,
  settings: ProviderSettings,
): Promise<void> {
  const wanted = await groupsOf(writes, person, settings);
  const gained = await newGroups(writes, record.user_id, wanted);
  if (gained.length > 0 && (await isLinkedByOwner(writes, record)))
    await shutOutOthers(writes, record.user_id);
  await keepGroupsInStep(writes, record, wanted);
}

/** The log's text; it names a second factor that was asked for here. */
function signedInText(provider: string, { methods }: Proof): Text {
  const own = methods.filter((method) => method !== 'provider');
  if (own.length === 0) return message('signedInBy', { provider });
  return message('signedInByWith', { provider, how: howProved(own) });
}
