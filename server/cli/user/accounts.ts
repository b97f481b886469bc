import {
  created,
  createUser,
  deactivate,
  done,
  endAll,
  findByName,
  forgetFailures,
  group,
  hashPassword,
  isRootUser,
  named,
  operatorDoor,
  ownerProved,
  removeFactors,
  requireFreeName,
  requireStrongPassword,
  revokeKeys,
  setCredential,
  success,
  type user,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Reads } from '../../records/store/reads.ts';

/** Resets the failed sign-ins of an account; returns the number of counts. */
export async function unlockAccount(store: RecordStore, name: string): Promise<number> {
  let forgotten = 0;
  await operatorDoor(store, 'user unlock').bookkeep(async (writes) => {
    const owner = await findByName(writes, name);
    forgotten = await forgetFailures(writes, name, owner?.email ?? null);
  });
  return forgotten;
}

/** Sets the password of a user, root included; ends their sessions and resets failed sign-ins. */
export async function resetPassword(store: RecordStore, name: string, password: string): Promise<void> {
  const owner = await getNamed(store.reads, name);
  await requireStrongPassword('password', password, owner);
  const credential = await hashPassword(password);
  await operatorDoor(store, 'user reset').write(async (writes) => {
    const { id, username, email } = await getNamed(writes, name);
    await setCredential(writes, id, credential);
    await ownerProved(writes, id); // vouched for by the operator of the server
    await endAll(writes, id);
    await revokeKeys(writes, id);
    await forgetFailures(writes, username, email);
    return done(success.passwordChanged, message('passwordReset', { name: username }));
  });
}

/** Creates a user; without groups, a guest. */
export async function createAccount(
  store: RecordStore,
  name: string,
  { password, groups }: { readonly password: string; readonly groups: readonly string[] },
): Promise<void> {
  await requireStrongPassword('password', password, { username: name });
  const credential = await hashPassword(password);
  await operatorDoor(store, 'user create').write(async (writes) => {
    await requireFreeName(writes, name);
    const ids: bigint[] = [];
    for (const one of groups) {
      const found = await writes.first(group, (select) => select.where('name', '=', one));
      if (!found) throw new AppError('firstGroupMissing', { detail: one });
      ids.push(found.id);
    }
    const id = await createUser(writes, { ...named(name), credential }, ids);
    return created(success.userCreated, message('userCreated', { name }), id);
  });
}

/** Keeps a user from signing in and ends their sessions. Super administrators stay active, as over HTTP. */
export async function deactivateAccount(store: RecordStore, name: string): Promise<void> {
  await operatorDoor(store, 'user deactivate').write(async (writes) => {
    const { id, username } = await getNamed(writes, name);
    if (await isRootUser(writes, id)) throw new AppError('rootUserActive');
    await deactivate(writes, id);
    return done(success.userUpdated, message('userDeactivated', { name: username }));
  });
}

/** Removes the second factor of a user, root too, and ends their sessions. Returns whether there was one. */
export async function removeSecondFactor(store: RecordStore, name: string): Promise<boolean> {
  let had = false;
  await operatorDoor(store, 'user remove-factors').write(async (writes) => {
    const { id, username } = await getNamed(writes, name);
    had = await removeFactors(writes, id);
    return done(success.userUpdated, message('factorsRemoved', { name: username }));
  });
  return had;
}

async function getNamed(reads: Reads, name: string): Promise<RecordOf<typeof user>> {
  const record = await findByName(reads, name);
  if (!record) throw new AppError('userNotFound');
  return record;
}
