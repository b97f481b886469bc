export { account } from './account.ts';
export { identity } from './identity.ts';
export { profile } from './profile.ts';
export { factor } from './second-factor.ts';
