// What other features may use of this one.
export {
  AddressRefused,
  type Allowed,
  makeAllowed,
  makeAllowedLookup,
  requireAllowedHost,
} from './allowed-addresses.ts';
