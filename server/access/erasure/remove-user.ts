import type { Writes } from '../../records/write/writes.ts';
import { membership } from '../accounts/membership.record.ts';
import { user } from '../accounts/user.record.ts';
import { endAccess } from '../api-keys/end-access.ts';

/** Deletes a user, ends their sessions and keys and takes them out of their groups. */
export async function removeUser(writes: Writes, id: bigint): Promise<void> {
  await endAccess(writes, id);
  const memberships = await writes.where(membership, (select) => select.where('user_id', '=', id));
  for (const row of memberships) await writes.remove(membership, row.id);
  await writes.remove(user, id);
}
