import { type Actor, decide, requireAllowed } from '../../access/index.ts';
import { type AccessRule, login, ownRecords } from '../../definitions/access-rule.ts';
import { message } from './messages/message.ts';
import { SCOPES, type View } from './view.collection.ts';

/** Sharing views with everybody or with any group, and changing shared views of others. */
export const mayManage: AccessRule = {
  level: 'permission',
  permission: { key: 'view.manage', name: message('manageViews'), module: message('viewsTag') },
};

/** The rule of routes that change a view: its owner, or who manages views. */
export const ownerOrManager: AccessRule = { level: 'any', rules: [ownRecords(login), mayManage] };

/** Whether a view is shown to this actor; private views of others are not. */
export function isShown({ scope, group_id, create_user_id: owner }: View, actor: Actor): boolean {
  if (owner === actor.id || scope === 'everybody') return true;
  return scope === 'group' && (isMember(actor, group_id) || manages(actor));
}

/** Whether this actor may change or delete a view that is shown to them. */
export function isEditable({ scope, create_user_id: owner }: View, actor: Actor): boolean {
  return owner === actor.id || (scope !== 'mine' && manages(actor));
}

/** Throws if this actor may not share a view with them. Members share with their own groups. */
export function requireSharing({ scope, group_id }: Pick<View, 'scope' | 'group_id'>, actor: Actor): void {
  if (scope === 'mine' || (scope === 'group' && isMember(actor, group_id))) return;
  requireAllowed(decide(actor, mayManage));
}

/** The scopes that this actor may give their views, the private one first. */
export function scopesOf(actor: Actor): readonly View['scope'][] {
  if (manages(actor)) return SCOPES;
  return SCOPES.filter((scope) => scope === 'mine' || (scope === 'group' && actor.groupIds.length > 0));
}

function manages(actor: Actor): boolean {
  return decide(actor, mayManage).allowed;
}

function isMember({ groupIds }: Actor, groupId: bigint | null): boolean {
  return groupId !== null && groupIds.includes(groupId);
}
