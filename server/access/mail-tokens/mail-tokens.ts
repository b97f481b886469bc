import { randomBytes } from 'node:crypto';
import { retryOnDuplicate } from '../../database/retrying.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { type Message, message } from '../../messages/message.ts';
import { type Reads, removeWhere, type Writes } from '../../records/index.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { foldCase } from '../../shared/text/fold-case.ts';
import { mailToken, type Purpose } from './mail-token.collection.ts';

export type MailToken = RecordOf<typeof mailToken>;

/** For how many hours a token is valid. */
export const HOURS: Readonly<Record<Purpose, number>> = {
  sign_up: 24,
  invitation: 168,
  reset: 1,
  verification: 24,
  address_change: 1,
};

interface AskedToken {
  readonly purpose: Purpose;
  readonly address: string;
  /** The owner, if there is one already. */
  readonly userId?: bigint;
  readonly groupIds?: readonly bigint[];
}

/** Records a token to send, and ends the former one. Returns its id. */
export async function prepareToken(
  writes: Writes,
  { purpose, address, userId, groupIds }: AskedToken,
): Promise<bigint> {
  const subject = subjectOf(purpose, userId ?? address);
  await removeWhere(writes, mailToken, (select) => select.where('subject', '=', subject));
  return writes
    .create(mailToken, {
      subject,
      purpose,
      address,
      user_id: userId ?? null,
      group_ids: groupIds ? groupIds.map(String) : null,
      expire_time: writes.context.now + HOURS[purpose] * HOUR_MS,
    })
    .catch(retryOnDuplicate);
}

/**
 * Issues the token, just before its mail is sent: only its hash is ever stored. Its time begins now. Undefined if it was
 * withdrawn meanwhile.
 */
export async function issueToken(
  writes: Writes,
  id: bigint,
): Promise<{ readonly token: string; readonly record: MailToken } | undefined> {
  const record = await writes.find(mailToken, id);
  if (!record) return undefined;
  const token = randomBytes(32).toString('base64url');
  const expire_time = writes.context.now + HOURS[record.purpose] * HOUR_MS;
  await writes.update(mailToken, id, { token_hash: hashOf(token), expire_time });
  return { token, record };
}

/** The record of a token that is valid now. */
export async function findToken(
  reads: Reads,
  token: string,
  { purposes, now }: { readonly purposes: readonly Purpose[]; readonly now: number },
): Promise<MailToken | undefined> {
  const record = await reads.first(mailToken, (select) => select.where('token_hash', '=', hashOf(token)));
  return record && purposes.includes(record.purpose) && record.expire_time > now ? record : undefined;
}

/** Uses a token up: of transactions at the same time, one does. Throws if it is not valid. */
export async function useToken(
  writes: Writes,
  token: string,
  purposes: readonly Purpose[],
): Promise<MailToken> {
  const found = await findToken(writes, token, { purposes, now: writes.context.now });
  const record = found && (await writes.find(mailToken, found.id)); // locked from here on
  if (!record || record.token_hash !== found.token_hash) throw linkInvalid(message('linkUsedMeanwhile'));
  await writes.remove(mailToken, record.id);
  return record;
}

/** Ends all tokens of a user. */
export async function endTokensOf(writes: Writes, userId: bigint): Promise<void> {
  await removeWhere(writes, mailToken, (select) => select.where('user_id', '=', userId));
}

/** Ends all tokens by which somebody could create an account with this address. */
export async function endTokensFor(writes: Writes, address: string): Promise<void> {
  const subjects = [subjectOf('sign_up', address), subjectOf('invitation', address)];
  await removeWhere(writes, mailToken, (select) => select.where('subject', 'in', subjects));
}

function subjectOf(purpose: Purpose, owner: bigint | string): string {
  return `${purpose} ${typeof owner === 'bigint' ? owner : hashOf(foldCase(owner))}`;
}

/** The same failure for every link that does not work. The reason is for the log. */
export function linkInvalid(reason: Message, account?: bigint | null): AppError {
  return new AppError('linkInvalid', { reason, account });
}
