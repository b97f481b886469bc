import { type LookupAddress, lookup } from 'node:dns';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { lazy } from '../../shared/lazy.ts';
import { makeNetworkCheck } from '../../shared/networks.ts';

/** All of IPv6 that is given out as global unicast: no mapped, compatible, translated, local or multicast addresses are in it. */
const GLOBAL_V6 = '2000::/3';

/** Networks in there, and of IPv4, that do not lead to the public Internet: IANA's special-purpose registries, and multicast. */
const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
];

/** Says of an address whether webhooks may be sent there. */
export type IsAllowed = (address: string) => boolean;

/**
 * The allowed addresses of webhooks, by the protocol of their URL: with TLS, public addresses outside of this machine's own
 * networks; with or without TLS, the networks that a setting names.
 */
export type Allowed = (protocol: string) => IsAllowed;

export function makeAllowed(networks: readonly string[]): Allowed {
  const isNamed = networks.length > 0 ? makeNetworkCheck(networks) : () => false;
  const isGlobalV6 = lazy(() => makeNetworkCheck([GLOBAL_V6]));
  const isSpecial = lazy(() => makeNetworkCheck(SPECIAL));
  const isGlobal = (address: string) => (isIPv4(address) || isGlobalV6()(address)) && !isSpecial()(address);
  const isPublic = (address: string) => isGlobal(address) && !makeNetworkCheck(ownNetworks())(address);
  return (protocol) => (protocol === 'https:' ? (address) => isNamed(address) || isPublic(address) : isNamed);
}

function ownNetworks(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.flatMap(({ cidr }) => cidr ?? []);
}

/** It names no address: the creator of a webhook would learn where internal names lead. */
export class AddressRefused extends Error {
  constructor() {
    super('webhooks go to public addresses by https alone; WEBHOOK_NETWORKS names other networks');
  }
}

/** Throws if the host of an address is itself an address that is not allowed. Names are checked when they are resolved. */
export function requireAllowedHost({ hostname }: URL, isAllowed: IsAllowed): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowed(address)) throw new AddressRefused();
}

/** Resolves a name for the connection itself, so that nothing can change between the check and the use. */
export function makeAllowedLookup(isAllowed: IsAllowed): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      if (!addresses.every(({ address }) => isAllowed(address))) return done(new AddressRefused(), '');
      if (options.all) return done(null, addresses);
      const [{ address, family }] = addresses as [LookupAddress];
      done(null, address, family);
    });
  };
}
