import type { Door } from '../../access/door.ts';
import { rememberDevice } from '../../access/factors/trusted-devices.ts';
import {
  type FactorParts,
  type GivenFactor,
  proveSecondFactor,
} from '../../access/second-factor/factor-checks.ts';
import type { SignInPlace } from '../../access/sign-in/known-networks.ts';
import { networkOf } from '../../access/sign-in/network.ts';
import { hasSecondFactor, isFresh, type Proof } from '../../access/sign-in/proof.ts';
import type { Client } from '../../access/sign-in/sessions.ts';
import type { SigningIn } from '../../access/sign-in/sign-in.ts';
import type { Writes } from '../../records/write/writes.ts';

/** What sign-ins with a second factor need. */
export interface SignInParts {
  readonly factors: FactorParts;
  /** For how long a device may be remembered; 0 for never. */
  readonly rememberDeviceMs: number;
}

/** A sign-in from a client, with what it gives of a second factor. */
export function signingInWith(
  { factors }: SignInParts,
  door: Door,
  given: GivenFactor,
  place: SignInPlace,
): SigningIn {
  return {
    ...place,
    proveFurther: (owner, throttled) => proveSecondFactor(factors, door, { owner, given }, throttled),
  };
}

/** The token of the device, to be remembered from now on. Undefined unless its user has just given a second factor. */
export async function newDevice(
  { rememberDeviceMs: lifeMs }: SignInParts,
  writes: Writes,
  userId: bigint,
  { from, proof }: { readonly from: Client; readonly proof: Proof },
): Promise<string | undefined> {
  if (lifeMs === 0 || !hasSecondFactor(proof) || !isFresh(proof)) return undefined;
  const agent = [...from.agent.toWellFormed().replaceAll('\0', '')].slice(0, 200).join('');
  return rememberDevice(writes, userId, { agent, network: networkOf(from.address), lifeMs });
}
