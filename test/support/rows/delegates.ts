import type { FreshApp, Person } from '../fresh-app.ts';

/** The permissions to administer, by the names that a server gives them. */
export const ADMINISTERS = {
  users: '管理本组用户',
  grants: '给予自己拥有的权限',
  sessions: '管理本组用户的会话',
  keys: '管理 API 密钥',
  jobs: '查看并重试任务',
} as const;

/** People of this app to whom administration is delegated. */
export function delegatesOf(app: FreshApp) {
  /** A group with these permissions, a delegate in it, and an ordinary member. */
  async function team(...names: string[]) {
    const groupId = await app.groupWith(...names);
    return { groupId, delegate: await app.person([groupId]), member: await app.person([groupId]) };
  }
  const terms = (person: Person, groupId: number, until: number | null) =>
    app.root.done(`PUT /cms/admin/user/${person.id}/memberships/${groupId}`, { until });
  return { team, terms };
}
