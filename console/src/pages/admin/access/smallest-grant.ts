import type { Decision, Explanation, MissingPermission } from '../../../api/admin/access.ts';

/** A rule that refuses (or all of them), and permissions, each of which would satisfy it. */
export interface Obstacle {
  readonly of: Decision['of'] | 'all';
  readonly permissions: readonly MissingPermission[];
}

/** The rules that refuse, or that may exclude the record. They are merged if one permission satisfies all. */
export function obstaclesIn({ allowed, decisions, missing, record }: Explanation): readonly Obstacle[] {
  if (allowed || record?.exists === false) return [];
  const obstacles = decisions
    .filter((one) => !one.allowed || (record !== undefined && one.records !== 'all'))
    .map(({ of, steps }) => ({
      of,
      permissions: missing.filter(({ key }) => steps.some(({ permission }) => permission === key)),
    }));
  const enough = missing.filter((one) => obstacles.every(({ permissions }) => permissions.includes(one)));
  return enough.length > 0 && obstacles.length > 0 ? [{ of: 'all', permissions: enough }] : obstacles;
}
