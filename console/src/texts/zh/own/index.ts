export { account } from './account.ts';
export { identity } from './identity.ts';
export { profile } from './profile.ts';
export { refusal } from './refusal.ts';
export { factor } from './second-factor.ts';
