export { account } from './account.ts';
export { identity } from './identity.ts';
export { ownAccess } from './own-access.ts';
export { profile } from './profile.ts';
export { refusal } from './refusal.ts';
export { factor } from './second-factor.ts';
