export { access } from './access.ts';
export { admin } from './admin.ts';
export { breakGlass } from './break-glass.ts';
export { keys } from './keys.ts';
export { pendingUsers } from './pending-users.ts';
export { person, validity } from './person.ts';
export { impersonation, preview } from './preview.ts';
export { requests } from './requests.ts';
export { webhooks } from './webhooks.ts';
