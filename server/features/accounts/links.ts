import {
  countFailure,
  type Door,
  findToken,
  foldedKey,
  freeFromClaim,
  linkInvalid,
  type MailToken,
  networkOf,
  type Purpose,
  refuseThrottled,
  user,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Input } from '../../http/route.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { message } from './messages/message.ts';

type User = RecordOf<typeof user>;

/** The record of a link's token. Throws if it is not valid now; wrong ones are counted for the network, like failed sign-ins. */
export async function requireLink(
  door: Door,
  token: string,
  purposes: readonly Purpose[],
  { address }: Input['from'],
): Promise<MailToken> {
  const { now } = door.admission;
  const throttled = [{ kind: 'address', key: networkOf(address) }] as const;
  await refuseThrottled(door.reads, throttled, now);
  const record = await findToken(door.reads, token, { purposes, now });
  if (record) return record;
  await door.bookkeep((writes) => countFailure(writes, throttled));
  throw linkInvalid(message('linkUnknown'));
}

/** The user that a token was made for. Throws if it is not good any more: the user is gone, or has another address now. */
export async function requireOwner(reads: Reads, { user_id, address, purpose }: MailToken): Promise<User> {
  const owner = user_id === null ? undefined : await reads.find(user, user_id);
  if (!owner?.active) throw linkInvalid(message('userGoneOrInactive'), user_id);
  const isStillTheirs = purpose === 'address_change' || owner.email_key === foldedKey(address);
  if (!isStillTheirs) throw linkInvalid(message('userHasOtherAddress'), user_id);
  return owner;
}

/**
 * Frees an address whose mailbox was proved: a user who has not verified it loses it. Throws if somebody else has verified it.
 */
export async function freeAddress(writes: Writes, address: string, self?: bigint): Promise<void> {
  const holder = await writes.first(user, (select) => select.where('email_key', '=', foldedKey(address)));
  if (!holder || holder.id === self) return;
  if (await freeFromClaim(writes, address)) throw linkInvalid(message('addressOfAnotherUser'), holder.id);
}
