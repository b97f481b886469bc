import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether an address is that of a proxy whose headers are believed. */
export type IsTrusted = (address: string) => boolean;

/** Reads the setting TRUST_PROXY: addresses and networks, separated by commas. */
export function trustedProxies(setting: false | string): IsTrusted {
  if (setting === false) return () => false;
  const found = new BlockList();
  for (const one of setting.split(',').map((part) => part.trim())) {
    const [address = '', bits] = one.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) found.addAddress(address, family);
    else found.addSubnet(address, Number(bits), family);
  }
  // A connection that has ended has no address.
  return (address) => isIP(address) !== 0 && found.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
