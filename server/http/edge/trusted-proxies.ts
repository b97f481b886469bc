import { makeNetworkCheck } from '../../shared/networks.ts';

/** Whether an address is that of a proxy whose headers are believed. */
export type IsTrusted = (address: string) => boolean;

/** Reads the setting TRUST_PROXY: addresses and networks, separated by commas. */
export function trustedProxies(setting: false | string): IsTrusted {
  return setting === false ? () => false : makeNetworkCheck(setting.split(',').map((one) => one.trim()));
}
