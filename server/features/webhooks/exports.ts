// What other features may use of this one.
export { AddressRefused, type Allowed, makeAllowed, makeAllowedLookup } from './allowed-addresses.ts';
