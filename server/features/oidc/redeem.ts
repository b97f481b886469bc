import type { IncomingHttpHeaders } from 'node:http';
import {
  type Aim,
  attempt,
  countFailure,
  type Door,
  networkOf,
  refuseThrottled,
} from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import type { ProviderAnswer } from './ask-provider.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';
import { getProvider, type OidcParts } from './parts.ts';
import type { Person } from './person.ts';
import type { Provider } from './provider.ts';
import { attemptInvalid } from './visits.ts';

/** Who came back from which provider. */
export interface Returned {
  readonly provider: Provider;
  readonly person: Person;
  readonly idToken?: string;
  /** Whether the provider asked for a second factor, as far as its word is taken. */
  readonly hasSecondFactor: boolean;
  /** The user who began to link. */
  readonly userId?: string;
  /** Makes the code count no more. Of requests at the same time, all others are refused. */
  useUp(writes: Writes): Promise<void>;
}

type Stored = ProviderAnswer & { readonly provider: string; readonly userId?: string };

interface RedeemRequest {
  readonly body: { readonly code: string; readonly code_verifier?: string };
  readonly headers: IncomingHttpHeaders;
  readonly from: { readonly address: string };
}

/**
 * Returns the result of a visit, in time and only to the client that began it, which proves that by the verifier of the
 * challenge or by the browser's cookie. The code is valid until `useUp`, so that a second factor can be asked for. Throws the
 * failure of the visit; failures are counted like those of passwords.
 */
export async function redeem(
  parts: OidcParts,
  door: Door,
  aim: Aim,
  { body, headers, from }: RedeemRequest,
): Promise<Returned> {
  const { now } = door.admission;
  const throttled = [{ kind: 'address', key: networkOf(from.address) }] as const;
  await refuseThrottled(door.reads, throttled, now);
  const { code, code_verifier } = body;
  const proofs = code_verifier === undefined ? parts.visits.keysOf(headers, now) : [code_verifier];
  const asked = { code: hashOf(code), aim, challenges: proofs.map(hashOf) };
  const found = await goodAttempt(door.reads, asked, now);
  const stored = found?.told && (JSON.parse(found.told) as Stored); // stored by the callback
  const useUp = async (writes: Writes) => {
    const record = await goodAttempt(writes, asked, writes.context.now);
    if (!record) throw attemptInvalid(message('usedUpMeanwhile'));
    await writes.update(attempt, record.id, { code: null, told: null });
  };
  if (stored && 'person' in stored)
    return { ...stored, provider: getProvider(parts, stored.provider), useUp };
  const isRefused = stored ? stored.failure === 'providerRefused' : false;
  await door.bookkeep(async (writes) => {
    if (stored) await useUp(writes);
    if (!isRefused) await countFailure(writes, throttled); // else counted already
  });
  if (!stored) throw attemptInvalid(message('unknownCode'));
  const provider = getProvider(parts, stored.provider).settings.label;
  throw new AppError(failures[stored.failure], {
    reason: message('providerSaid', { provider, reason: stored.reason }),
  });
}

interface Sought {
  /** A hash. */
  readonly code: string;
  readonly aim: Aim;
  readonly challenges: readonly string[];
}

/** The attempt of this code; locked inside a transaction. */
async function goodAttempt(reads: Reads, { code, aim, challenges }: Sought, now: number) {
  const found = await reads.first(attempt, (select) => select.where('code', '=', code));
  const record = found && (await reads.find(attempt, found.id));
  const isGood =
    record?.code === code &&
    record.aim === aim &&
    record.expire_time > now &&
    challenges.includes(record.challenge);
  return isGood ? record : undefined;
}
