import {
  addressed,
  createUser,
  deactivate,
  foldedKey,
  freeFromClaim,
  freeName,
  getUser,
  named,
  noPassword,
  noteSetByOther,
  noticeOf,
  tellOwner,
  user,
} from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import type { Writes } from '../../records/write/writes.ts';
import { directoryEntry } from './directory-entry.collection.ts';
import { type Person, userNameKey } from './people.ts';
import type { DirectoryReach } from './reach.ts';
import type { WantedUser } from './wanted-user.ts';

/** Creates a user for a directory. They have no password: they sign in through a provider, or set one by mail. */
export async function provision(
  writes: Writes,
  { userName = '', externalId = null, nickname = '', email = null, active = true }: WantedUser,
): Promise<bigint> {
  await requireFree(writes, userName);
  if (email !== null && (await freeFromClaim(writes, email))) throw new AppError('emailTaken');
  const username = await freeName(writes, [userName.split('@')[0] ?? '']);
  const account = {
    ...named(username),
    nickname,
    ...addressed(email, 'verified'), // by the directory: nobody else has a way into the account
    active,
    credential: noPassword(),
  };
  const user_id = await createUser(writes, account, []);
  const name_key = userNameKey(userName);
  await writes.create(directoryEntry, { user_id, user_name: userName, name_key, external_id: externalId });
  return user_id;
}

/**
 * Brings a user to what the directory wants. A user whom it deactivates is signed out at once. It gives an address, and access
 * back, only to users who hold no more than it could give. A mail to the former address tells its owner.
 */
export async function change(
  writes: Writes,
  person: Person,
  wanted: WantedUser,
  { reach, caller }: { readonly reach: DirectoryReach; readonly caller: Parameters<typeof noticeOf>[1] },
): Promise<void> {
  const { id } = person;
  await changeEntry(writes, person, wanted);
  const { nickname = person.nickname, email = person.email, active = person.active } = wanted;
  if (nickname !== person.nickname) await writes.update(user, id, { nickname });
  const isSame = foldedKey(email ?? '') === foldedKey(person.email ?? '');
  if (!isSame) {
    await reach.requireActsAs(id);
    if (email !== null && (await freeFromClaim(writes, email))) throw new AppError('emailTaken');
    const before = await getUser(writes, id);
    await writes.update(user, id, addressed(email));
    await noteSetByOther(writes, before, 'address');
    tellOwner(writes, 'address_set', noticeOf(before, caller));
  }
  if (active === person.active) return;
  if (!active) return deactivate(writes, id);
  if ((await writes.find(user, id))?.awaits_approval) reach.requireApproves();
  await reach.requireActsAs(id);
  await writes.update(user, id, { active, awaits_approval: false });
}

async function changeEntry(
  writes: Writes,
  person: Person,
  { userName, externalId }: WantedUser,
): Promise<void> {
  const isRenamed = userName !== undefined && userName !== (person.user_name ?? person.username);
  if (!isRenamed && externalId === undefined) return;
  const name = userName ?? person.user_name ?? person.username;
  if (isRenamed) await requireFree(writes, name, person.id);
  const values = {
    user_name: name,
    name_key: userNameKey(name),
    external_id: externalId === undefined ? person.external_id : externalId,
  };
  const entry = await writes.first(directoryEntry, (select) => select.where('user_id', '=', person.id));
  if (entry) await writes.update(directoryEntry, entry.id, values);
  else await writes.create(directoryEntry, { user_id: person.id, ...values });
}

/** Throws if a user who is not of the directory has this name; among its own, the entries see to that. */
async function requireFree(writes: Writes, userName: string, self?: bigint): Promise<void> {
  const { name_key } = named(userName);
  const holder = await writes.first(user, (select) => select.where('name_key', '=', name_key));
  if (!holder || holder.id === self) return;
  const entry = await writes.first(directoryEntry, (select) => select.where('user_id', '=', holder.id));
  if (!entry) throw new AppError('usernameTaken');
}
