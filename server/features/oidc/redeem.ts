import type { IncomingHttpHeaders } from 'node:http';
import type { Door } from '../../access/door.ts';
import { type Aim, attempt } from '../../access/identities/attempt.record.ts';
import { networkOf } from '../../access/sign-in/network.ts';
import { countFailure, refuseThrottled } from '../../access/sign-in/throttle.ts';
import { AppError } from '../../errors.ts';
import type { Told } from './ask-provider.ts';
import { getProvider, type OidcParts } from './parts.ts';
import type { Person } from './person.ts';
import type { Provider } from './provider.ts';
import { attemptInvalid, hashOf } from './visits.ts';

/** Who came back from which provider. */
export interface Returned {
  readonly provider: Provider;
  readonly person: Person;
  readonly idToken?: string;
  /** The user who began to link. */
  readonly userId?: string;
}

type Stored = Told & { readonly provider: string; readonly userId?: string };

interface Asked {
  readonly body: { readonly code: string; readonly code_verifier?: string };
  readonly headers: IncomingHttpHeaders;
  readonly from: { readonly address: string };
}

/**
 * Hands out what came of a visit: once, in time, and only to who began it. That is proved by the verifier of the challenge, or
 * by the browser's cookie. Throws what the visit failed with; failures are counted like those of passwords.
 */
export async function redeem(
  parts: OidcParts,
  door: Door,
  aim: Aim,
  { body, headers, from }: Asked,
): Promise<Returned> {
  const { now } = door.admission;
  const throttled = [{ kind: 'address', key: networkOf(from.address) }] as const;
  await refuseThrottled(door.reads, throttled, now);
  const { code, code_verifier } = body;
  const proofs = code_verifier === undefined ? parts.visits.keysOf(headers, now) : [code_verifier];
  const stored = await take(door, aim, { code, challenges: proofs.map(hashOf) });
  const told = stored && (JSON.parse(stored) as Stored); // stored by the callback
  if (told && 'person' in told) return { ...told, provider: getProvider(parts, told.provider) };
  await door.bookkeep((writes) => countFailure(writes, throttled));
  if (!told) throw attemptInvalid('an unknown, used or expired code, or somebody else’s');
  const provider = getProvider(parts, told.provider).settings.label;
  throw new AppError(told.failure, { reason: `${provider}: ${told.reason}` });
}

/** Of requests at the same time, one gets it. */
async function take(
  door: Door,
  aim: Aim,
  { code, challenges }: { readonly code: string; readonly challenges: readonly string[] },
): Promise<string | undefined> {
  const taken: (string | undefined)[] = [];
  await door.bookkeep(async (writes) => {
    const hashed = hashOf(code);
    const found = await writes.first(attempt, (select) => select.where('code', '=', hashed));
    const row = found && (await writes.find(attempt, found.id)); // locked from here on
    const isGood =
      row?.code === hashed &&
      row.aim === aim &&
      row.expire_time > writes.context.now &&
      challenges.includes(row.challenge);
    if (isGood) await writes.update(attempt, row.id, { code: null, told: null });
    taken.push(isGood ? (row.told ?? undefined) : undefined);
  });
  return taken.at(-1); // the work may have run more than once, the last time for good
}
