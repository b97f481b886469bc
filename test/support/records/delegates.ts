import type { FreshApp, Person } from '../fresh-app.ts';

/** The keys of the permissions to administer. */
export const ADMINISTERS = {
  users: 'user.manage',
  grants: 'grant.give',
  sessions: 'session.manage',
  keys: 'key.manage',
  jobs: 'job.retry',
} as const;

/** People of this app to whom administration is delegated. */
export function delegatesOf(app: FreshApp) {
  /** A group with these permissions, a delegate in it, and an ordinary member. */
  async function team(...keys: string[]) {
    const groupId = await app.groupWith(...keys);
    return { groupId, delegate: await app.person([groupId]), member: await app.person([groupId]) };
  }
  const terms = (person: Person, groupId: number, until: number | null) =>
    app.root.done(`PUT /cms/admin/user/${person.id}/memberships/${groupId}`, { until });
  return { team, terms };
}
