import type { Actor } from './actor.ts';
import { networkOf } from './sign-in/network.ts';

/** The key by which a caller's share of a resource is counted: the account, or the network of an anonymous caller. */
export function callerOf({ id }: Pick<Actor, 'id'>, address: string): string {
  return id === 0n ? networkOf(address) : String(id);
}
