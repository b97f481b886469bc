import type { Writes } from '../../records/write/writes.ts';
import { user } from '../accounts/user.collection.ts';
import { endTokensOf } from '../mail-tokens/mail-tokens.ts';
import { endAll } from '../sign-in/sessions.ts';
import { revokeKeys } from './keys.ts';

/** Ends all sessions of a user and all links that were mailed, and revokes all keys. */
export async function endAccess(writes: Writes, userId: bigint): Promise<void> {
  await endAll(writes, userId);
  await endTokensOf(writes, userId);
  await revokeKeys(writes, userId);
}

/** Deactivates a user. A later activation revives no session, no link and no key. */
export async function deactivate(writes: Writes, userId: bigint): Promise<void> {
  await writes.update(user, userId, { active: false });
  await endAccess(writes, userId);
}
