export { account } from './account.ts';
export { profile } from './profile.ts';
export { factor } from './second-factor.ts';
