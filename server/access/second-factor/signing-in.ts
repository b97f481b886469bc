import type { Writes } from '../../records/write/writes.ts';
import { networkOf } from '../actor.ts';
import type { Door } from '../door.ts';
import { rememberDevice } from '../factors/trusted-devices.ts';
import type { SignInPlace } from '../sign-in/known-networks.ts';
import { hasSecondFactor, isFresh, type Proof } from '../sign-in/proof.ts';
import { type Client, storedAgent } from '../sign-in/sessions.ts';
import type { SigningIn } from '../sign-in/sign-in.ts';
import { type FactorParts, type GivenFactor, proveSecondFactor } from './factor-checks.ts';

/** What sign-ins with a second factor need. */
export interface SignInParts {
  readonly factors: FactorParts;
}

/** Proves the second factor of a sign-in by a provider; failures count against the network. */
export function proveBeside(
  { factors }: SignInParts,
  door: Door,
  { first, given, network }: { readonly first: Proof; readonly given: GivenFactor; readonly network: string },
): (owner: Parameters<SigningIn['proveFurther']>[0]) => Promise<Proof> {
  const throttled = [{ kind: 'address', key: network }] as const;
  return (owner) => proveSecondFactor(factors, door, { owner, given, first }, throttled);
}

/** A sign-in from a client, with the second factor that it sends. */
export function signingInWith(
  { factors }: SignInParts,
  door: Door,
  given: GivenFactor,
  place: SignInPlace,
): SigningIn {
  return {
    ...place,
    proveFurther: (owner, throttled) =>
      proveSecondFactor(factors, door, { owner, given, first: { methods: ['password'] } }, throttled),
  };
}

/** The token of a newly trusted device. Undefined unless its user has just given a second factor. */
export async function newDevice(
  { factors: { rememberDeviceMs: lifeMs } }: SignInParts,
  writes: Writes,
  userId: bigint,
  { from, proof }: { readonly from: Client; readonly proof: Proof },
): Promise<string | undefined> {
  if (lifeMs === 0 || !hasSecondFactor(proof) || !isFresh(proof)) return undefined;
  const agent = storedAgent(from.agent);
  return rememberDevice(writes, userId, { agent, network: networkOf(from.address), lifeMs });
}
