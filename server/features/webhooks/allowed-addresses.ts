import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { makeNetworkCheck } from '../../access/api-keys/networks.ts';
import { lazy } from '../../shared/lazy.ts';

/** Networks that do not lead to the public Internet: IANA's special-purpose registries (RFC 6890), and multicast. */
const INTERNAL = [
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
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
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
  const isInternal = lazy(() => makeNetworkCheck(INTERNAL));
  const isPublic = (address: string) => !isInternal()(address) && !makeNetworkCheck(ownNetworks())(address);
  return (protocol) => (protocol === 'https:' ? (address) => isNamed(address) || isPublic(address) : isNamed);
}

function ownNetworks(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.flatMap(({ cidr }) => cidr ?? []);
}

export class AddressRefused extends Error {}

/** Throws if the host of an address is itself an address that is not allowed. Names are checked when they are resolved. */
export function requireAllowedHost({ hostname }: URL, isAllowed: IsAllowed): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowed(address)) throw new AddressRefused(refusal(address));
}

/** Resolves a name for the connection itself, so that nothing can change between the check and the use. */
export function makeAllowedLookup(isAllowed: IsAllowed): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const refused = addresses.find(({ address }) => !isAllowed(address));
      if (refused) return done(new AddressRefused(refusal(refused.address)), '');
      if (options.all) return done(null, addresses);
      const [{ address, family }] = addresses as [LookupAddress];
      done(null, address, family);
    });
  };
}

function refusal(address: string): string {
  return `webhooks go to public addresses by https alone, not to ${address}; WEBHOOK_NETWORKS names other networks`;
}
