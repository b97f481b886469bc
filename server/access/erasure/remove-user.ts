import { type Preconditions, removeWhere, type Writes } from '../../records/index.ts';
import { membership } from '../accounts/membership.collection.ts';
import { user } from '../accounts/user.collection.ts';
import { endAccess } from '../api-keys/end-access.ts';

/**
 * Deletes a user, ends their sessions and keys and takes them out of their groups. A forced deletion does not fail over records
 * that refer to the user.
 */
export async function removeUser(
  writes: Writes,
  id: bigint,
  how: Pick<Preconditions, 'isForced'> = {},
): Promise<void> {
  await endAccess(writes, id);
  await removeWhere(writes, membership, (select) => select.where('user_id', '=', id));
  await writes.remove(user, id, { uses: ['delete'], ...how });
}
