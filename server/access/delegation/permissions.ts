import { type AccessRule, superAdministrator } from '../../definitions/access-rule.ts';
import { message, type Text } from '../../messages/message.ts';
import { BREAK_GLASS } from './break-glass-permission.ts';

const MODULE = message('administratorsTag');

function toDelegate(key: string, name: Text, module: Text = MODULE) {
  return { level: 'permission', permission: { key, name, module } } as const satisfies AccessRule;
}

/** Managing users all of whose groups are the manager's own. */
export const manageUsers = toDelegate('user.manage', message('manageOwnUsers'));

/** Granting and revoking permissions that the holder has, in the holder's own groups. */
export const givePermissions = toDelegate('grant.give', message('giveOwnPermissions'));

/** Seeing and ending the sessions of these users. */
export const manageSessions = toDelegate('session.manage', message('manageOwnSessions'));

/** Seeing and retrying jobs. */
export const retryJobs = toDelegate('job.retry', message('retryJobs'), message('jobLabel'));

/** Undoing changes of others, in records that the holder may change. */
export const undoOthers = toDelegate('change.undo', message('undoOthersChanges'));

/** Becoming a super administrator for minutes. Super administrators alone give it. */
export const breakGlass = toDelegate(BREAK_GLASS, message('useBreakGlass'));

/** Admits super administrators, and users whom one of these rules admits. A refusal names super administrators. */
export function orSuper(...rules: readonly AccessRule[]): AccessRule {
  return { level: 'any', rules: [...rules, superAdministrator] };
}
