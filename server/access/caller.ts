import type { Actor } from './actor.ts';

/** The key by which a caller's share of a resource is counted: the account, or the network of an anonymous caller. */
export function callerOf({ id }: Pick<Actor, 'id'>, address: string): string {
  return id === 0n ? networkOf(address) : String(id);
}

/** The network that counts as one sender. An IPv6 customer usually holds a whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
