import type { Writes } from '../../records/write/writes.ts';
import { groupsOf } from '../accounts/group-membership.ts';
import { user } from '../accounts/user.collection.ts';

/** Who needs a second factor, from when on, and for how long a proof is fresh. */
export interface FactorPolicy {
  /** Names of groups; `*` stands for all. */
  readonly groups: ReadonlySet<string>;
  readonly graceMs: number;
  readonly freshMs: number;
}

/** Whether a member of these groups needs a second factor. */
export function requiresFactor({ groups }: FactorPolicy, names: Iterable<string>): boolean {
  if (groups.size === 0) return false;
  return groups.has('*') || [...names].some((name) => groups.has(name));
}

/** Begins the time within which a user has to set up the second factor that their groups require. It is given once. */
export async function beginGrace(writes: Writes, id: bigint, policy: FactorPolicy): Promise<void> {
  if (policy.groups.size === 0) return;
  const owner = await writes.find(user, id);
  if (!owner || owner.second_factor || owner.factor_due !== null) return;
  const groups = (await groupsOf(writes, [id])).get(id) ?? [];
  const isRequired = requiresFactor(
    policy,
    groups.map(({ name }) => name),
  );
  if (isRequired) await writes.update(user, id, { factor_due: writes.context.now + policy.graceMs });
}
