import type { Decision, Explanation, MissingPermission } from '../../../api/admin/access.ts';

/** What stands in the way, a rule or all of them, and the permissions of which one meets it. */
export interface Obstacle {
  readonly of: Decision['of'] | 'all';
  readonly permissions: readonly MissingPermission[];
}

/** The rules that refuse, or that may leave out the row that is asked about; as one where one permission meets them all. */
export function obstaclesIn({ allowed, decisions, missing, row }: Explanation): readonly Obstacle[] {
  if (allowed || row?.exists === false) return [];
  const obstacles = decisions
    .filter((one) => !one.allowed || (row !== undefined && one.rows !== 'all'))
    .map(({ of, steps }) => ({
      of,
      permissions: missing.filter(({ key }) => steps.some(({ permission }) => permission === key)),
    }));
  const enough = missing.filter((one) => obstacles.every(({ permissions }) => permissions.includes(one)));
  return enough.length > 0 && obstacles.length > 0 ? [{ of: 'all', permissions: enough }] : obstacles;
}
