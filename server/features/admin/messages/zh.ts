/** What lines of the log of earlier versions lack. */
interface LaterNames {
  readonly group?: string;
  readonly name?: string;
}

/** In Chinese. */
export const zh = {
  memberCount: ({ count }: { count: number }) => `${count} 人`,
  rootGroupKept: '不能删除超级管理员分组',
  guestGroupKept: '不能删除游客分组',
  rootUserGroupsFixed: '超级管理员的分组不能修改',
  groupHasMembers: '分组内仍有用户，不能删除',
  permissionNotFound: '权限不存在',
  listMemberships: '某个用户的成员关系：分组、期限和理由，已结束的也在内',
  giveMembership: '让用户在一段时间内或永久成为分组成员，或更改期限',
  endMembership: '结束成员关系',
  membershipGiven: ({ name, group }: { name: string; group: string }) =>
    `用户 ${name} 是分组 ${group} 的成员`,
  membershipEnded: ({ name, group }: { name: string; group: string }) =>
    `用户 ${name} 不再是分组 ${group} 的成员`,
  grantsThatEnd: '有期限的权限，已到期的也在内',
  signUpsApprovedBySuper: '注册只能由超级管理员批准',
  requesterLostRight: '申请人已无权给予',
  accessRequestLabel: '授权申请',
  askForApproval: '请另一个人批准成员关系或权限',
  approvalAsked: ({ group }: { group: string }) => `已申请批准：分组 ${group}`,
  listAccessRequests: '等待批准的申请',
  approveRequest: '批准申请，立即生效',
  refuseRequest: '拒绝申请，或撤回自己的申请',
  requestShown: '代表所显示的申请内容；批准时内容必须不变',
  requestApproved: ({ id, group, name }: { id: bigint; group: string; name: string }) =>
    `已批准 ${name} 的申请 ${id}：分组 ${group}`,
  requestRefused: ({ id, group, name }: { id: bigint } & LaterNames) =>
    name === undefined ? `已拒绝申请 ${id}` : `已拒绝 ${name} 的申请 ${id}：分组 ${group}`,
  requestWithdrawn: ({ id, group }: { id: bigint } & Pick<LaterNames, 'group'>) =>
    group === undefined ? `已撤回申请 ${id}` : `已撤回申请 ${id}：分组 ${group}`,
  tooManyWaiting: ({ max }: { max: number }) => `等待中的申请最多 ${max} 个`,
  userOrPermissions: '须指定用户或权限之一',
  listUsers: '用户列表',
  changeUser: '修改用户的分组与邮箱',
  userChanged: ({ name }: { name: string }) => `更新用户 ${name} 成功`,
  resetPassword: '重设用户的密码',
  eraseUser: '抹除用户的个人数据，不可恢复',
  deleteUser: '删除用户',
  userDeleted: ({ name }: { name: string }) => `删除用户 ${name} 成功`,
  activateUser: '启用用户',
  userActivated: ({ name }: { name: string }) => `启用用户 ${name} 成功`,
  deactivateUser: '停用用户',
  listGroups: '分组列表',
  listOrdinaryGroups: '全部分组，超级管理员分组除外',
  listGroupsAndPermissions: '分组与其权限的列表，超级管理员分组除外',
  groupAndPermissions: '一个分组与其权限',
  createGroup: '新建分组',
  groupCreated: ({ name }: { name: string }) => `新建分组 ${name} 成功`,
  changeGroup: '修改分组',
  groupChanged: ({ name }: { name: string }) => `更新分组 ${name} 成功`,
  groupRenamed: ({ name, to }: { name: string; to: string }) => `更新分组 ${name} 成功，改名为 ${to}`,
  deleteGroup: '删除分组；仍有用户时拒绝',
  groupDeleted: ({ name }: { name: string }) => `删除分组 ${name} 成功`,
  grantOne: '授予分组一个权限',
  grantMany: '授予分组多个权限；已有的跳过',
  revokeMany: '收回分组的多个权限',
  grantOneByName: '按名称授予分组一个权限',
  grantManyByName: '按名称授予分组多个权限；已有的跳过',
  revokeManyByName: '按名称收回分组的多个权限',
  permissionsGranted: ({ name, permissions }: { name: string; permissions: string }) =>
    `授予分组 ${name} 权限成功：${permissions}`,
  permissionsRevoked: ({ name, permissions }: { name: string; permissions: string }) =>
    `收回分组 ${name} 权限成功：${permissions}`,
  namesAndMore: ({ names, more }: { names: readonly string[]; more: number }) =>
    `${names.join('、')}${more > 0 ? `，另有 ${more} 项` : ''}`,
  listPermissions: '可授予的权限，按模块',
  listAuthority: '权限与它们开放的路由，按模块',
  listGrants: '各分组拥有的权限',
  groupMayGo: '没有成员、且不是游客分组的，可以删除',
  changeGrants: '一次改变多个分组的权限；要么全部生效，要么全不',
  grantsChanged: ({ changes, more }: { changes: readonly string[]; more: number }) =>
    `${changes.join('；')}${more > 0 ? `；另有 ${more} 项更改` : ''}`,
  withServiceMarks: '是否标明各用户为服务用户（程序）',
  findUsers: '用户名、昵称或邮箱包含的文字',
};
