import { type AccessRule, superAdministrator } from '../../definitions/access-rule.ts';
import { message, type Text } from '../../messages/message.ts';
import { BREAK_GLASS } from './break-glass-permission.ts';

const MODULE = message('administratorsTag');

function toDelegate(key: string, name: Text, module: Text = MODULE) {
  return { level: 'permission', permission: { key, name, module } } as const satisfies AccessRule;
}

/** Managing the users all of whose groups one is in oneself. */
export const manageUsers = toDelegate('user.manage', message('manageOwnUsers'));

/** Giving and taking, in one's own groups, the permissions that one holds. */
export const givePermissions = toDelegate('grant.give', message('giveOwnPermissions'));

/** Seeing and ending the sessions of the users all of whose groups one is in. */
export const manageSessions = toDelegate('session.manage', message('manageOwnSessions'));

/** Seeing jobs, and trying them again. */
export const retryJobs = toDelegate('job.retry', message('retryJobs'), message('jobLabel'));

/** Taking back what others did, as far as one may change the rows oneself. */
export const undoOthers = toDelegate('change.undo', message('undoOthersChanges'));

/** Becoming a super administrator for minutes. Super administrators alone give it. */
export const breakGlass = toDelegate(BREAK_GLASS, message('useBreakGlass'));

/** Admits super administrators, and those to whom one of these rules delegates. A refusal names super administrators. */
export function orSuper(...rules: readonly AccessRule[]): AccessRule {
  return { level: 'any', rules: [...rules, superAdministrator] };
}
