import { type AccessRule, permissionsIn } from '../../definitions/access-rule.ts';
import type { Writes } from '../../records/write/writes.ts';
import type { Door } from '../door.ts';
import { lockStanding, type Standing } from './standing.ts';

/**
 * What the caller of a delegated route may give, confirmed and locked inside the transaction. Throws if they have lost the
 * right. The route must refuse programs.
 */
export async function lockGiver(
  { actor, admission }: Pick<Door, 'actor' | 'admission'>,
  writes: Writes,
  rule: AccessRule,
): Promise<Standing> {
  const standing = await lockStanding(writes, actor.id, ...permissionsIn(rule).map(({ key }) => key));
  return { ...standing, needsApproval: admission.needsApproval };
}
