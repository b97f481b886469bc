import {
  addIdentity,
  created,
  type Door,
  done,
  findByVerifiedAddress,
  findIdentity,
  getUser,
  groupsNamed,
  type Identity,
  identity,
  inactive,
  isRootUser,
  shutOutOthers,
  success,
  type user,
  withoutRights,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import type { Message } from '../../messages/message.ts';
import type { Reads } from '../../records/store/reads.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';
import { createUserFor } from './new-user.ts';
import type { Person } from './person.ts';
import type { ProviderSettings } from './provider.ts';

/** Whose account the person comes to; undefined if they have none yet. Throws unless it may be used and linked. */
export async function findOwner(
  reads: Reads,
  person: Person,
  { linksByAddress }: ProviderSettings,
): Promise<RecordOf<typeof user> | undefined> {
  const linked = await findIdentity(reads, person);
  if (!linked && !(person.address && linksByAddress)) return undefined;
  const owner = linked
    ? await getUser(reads, linked.user_id)
    : await findByVerifiedAddress(reads, person.address ?? '');
  if (owner && !owner.active) throw inactive(owner);
  if (owner && !linked) await requireLinkable(reads, owner);
  return owner;
}

/** Throws unless an address alone may link this account. */
async function requireLinkable(reads: Reads, { id, is_service }: RecordOf<typeof user>): Promise<void> {
  if (is_service || (await isRootUser(reads, id))) throw notLinked(message('linkedByUserAlone'), id);
}

/** The identity of a person; a new one where the settings allow it. Throws otherwise. */
export async function findOrLink(door: Door, person: Person, settings: ProviderSettings): Promise<Identity> {
  const known = await findIdentity(door.reads, person);
  if (known) return known;
  await linkByAddress(door, person, settings).catch(overtaken);
  const linked = await findIdentity(door.reads, person);
  if (linked) return linked;
  if (settings.createsUsers) await create(door, person, settings).catch(overtaken);
  const made = await findIdentity(door.reads, person);
  if (!made) throw notLinked(message('noAccountLinked'));
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
  const owner = address && linksByAddress ? await findByVerifiedAddress(door.reads, address) : undefined;
  if (!owner) return;
  if (!owner.active) throw inactive(owner);
  await door.as(withoutRights(owner)).write(async (writes) => {
    const now = await findByVerifiedAddress(writes, address ?? '');
    if (now?.id !== owner.id) throw notLinked(message('addressChangedMeanwhile'), owner.id);
    await requireLinkable(writes, now);
    await shutOutOthers(writes, owner.id);
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

/** The groups that the person's claims give, by the settings. */
export function groupsOf(reads: Reads, { groups }: Person, settings: ProviderSettings): Promise<bigint[]> {
  if (settings.groupsClaim === undefined) return Promise.resolve([]);
  const named = settings.groups.flatMap(([claimed, name]) => (groups.includes(claimed) ? [name] : []));
  return groupsNamed(reads, named);
}

/** The refusal of a person who may not sign in to an account. */
export function notLinked(reason: Message, account?: bigint): AppError {
  return new AppError(failures.identityUnknown, { reason, account });
}
