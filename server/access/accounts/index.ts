// What accounts offer to the rooms above them.

export { isRootUser, mostAdoptedRounds, renewCredential, setCredential } from './accounts.ts';
export { addressed, findByNameOrAddress } from './addresses.ts';
export { erasedName, isErased } from './erased-user.ts';
export { grant } from './grant.collection.ts';
export { group, LEVEL } from './group.collection.ts';
export { membership } from './membership.collection.ts';
export { permission } from './permission.collection.ts';
export { user } from './user.collection.ts';
export { isOver } from './validity.ts';
