import { retryOnDuplicate } from '../../database/retrying.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { isLanguage, type Language } from '../../messages/languages.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { user } from '../accounts/user.collection.ts';
import { networkOf } from '../actor.ts';
import { KNOWN_DAYS, knownNetwork } from './known-network.collection.ts';
import { signInMailJob } from './sign-in-mail-job.ts';

/** Guesses from known networks are counted per network, so their number bounds the total. */
const MAX_NETWORKS = 50;

/** Whether the user of this name has signed in from a network recently. One query, so that unknown names take as long. */
export async function isKnownNetwork(
  reads: Reads,
  username: string,
  { network, now }: { readonly network: string; readonly now: number },
): Promise<boolean> {
  const known = await reads.records(
    reads.query
      .selectFrom(`${knownNetwork.name} as k`)
      .innerJoin(`${user.name} as u`, 'u.id', 'k.user_id')
      .select('k.id')
      .where('u.username', '=', username)
      .where('k.network', '=', network)
      .where('k.time', '>', now - KNOWN_DAYS * DAY_MS)
      .limit(1),
    { id: { type: 'bigint' } },
  );
  return known.length > 0;
}

/** The network of a sign-in, and the language that its client asks for. */
export interface SignInPlace {
  readonly network: string;
  readonly language: Language;
}

/** Where a client signs in from. */
export function placeOf({ address }: { readonly address: string }, language: Language): SignInPlace {
  return { network: networkOf(address), language };
}

type Owner = Pick<RecordOf<typeof user>, 'id' | 'create_time'>;

/**
 * Records that a user has signed in from a network, and mails them if it is new to the account. Beyond the limit, the oldest
 * are dropped.
 */
export async function rememberNetwork(writes: Writes, owner: Owner, place: SignInPlace): Promise<void> {
  const { network, language } = place;
  const time = writes.context.now;
  const user_id = owner.id;
  const known = await writes.where(knownNetwork, (select) =>
    select.where('user_id', '=', user_id).orderBy('time', 'desc').orderBy('id', 'desc'),
  );
  const same = known.find((one) => one.network === network);
  const isNew = !same || same.time <= time - KNOWN_DAYS * DAY_MS;
  const isFirst = known.length === 0 && owner.create_time > time - DAY_MS;
  if (isNew && !isFirst) {
    // A thief's client may ask for another language than the user reads.
    const read = known.find((one) => isLanguage(one.language))?.language;
    const mailLanguage = isLanguage(read) ? read : language;
    writes.follow(signInMailJob({ userId: String(user_id), network, time, language: mailLanguage }));
  }
  if (same) return writes.update(knownNetwork, same.id, { time, language });
  await writes.create(knownNetwork, { user_id, network, time, language }).catch(retryOnDuplicate);
  for (const { id } of known.slice(MAX_NETWORKS - 1)) await writes.remove(knownNetwork, id);
}

/** The language that a user's client asked for at the last sign-in, for mails. */
export async function languageOf(reads: Reads, userId: bigint): Promise<Language | undefined> {
  const last = await reads.first(knownNetwork, (select) =>
    select.where('user_id', '=', userId).orderBy('time', 'desc'),
  );
  return isLanguage(last?.language) ? last.language : undefined;
}
