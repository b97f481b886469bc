export interface SignIn {
  name: string;
  network: string;
  time: string;
  link: string;
}

export interface Broken {
  name: string;
  user: string;
  reason: string;
  until: string;
  link: string;
}

/** Sessions and delegated administration. */
export const delegation = {
  endOtherSessions: '结束自己的其他会话',
  otherSessionsEnded: ({ count }: { count: number }) => `已结束 ${count} 个其他会话`,
  endUserSessions: '结束某个用户的所有会话',
  userSessionsEnded: ({ name, count }: { name: string; count: number }) =>
    `已结束用户 ${name} 的 ${count} 个会话`,
  signInMailLogged: ({ name }: { name: string }) => `已通知用户 ${name}：有人从新的网络登录`,
  signInMailSubject: '有人从新的网络登录了您的账号',
  signInMailText: ({ name, network, time, link }: SignIn) =>
    `${name}，您好，\n\n${time}（UTC），有人从您近期没有用过的网络 ${network} 登录了您的账号。\n\n如果是您本人，无需任何操作。如果不是，请立即登录并更改密码：其他会话会随之全部结束。\n\n${link}\n`,
  listMemberships: '某个用户的成员关系：分组、期限和理由，已结束的也在内',
  giveMembership: '让用户在一段时间内或永久成为分组成员，或更改期限',
  endMembership: '结束成员关系',
  membershipGiven: ({ name, group }: { name: string; group: string }) =>
    `用户 ${name} 是分组 ${group} 的成员`,
  membershipEnded: ({ name, group }: { name: string; group: string }) =>
    `用户 ${name} 不再是分组 ${group} 的成员`,
  membershipOver: ({ name, group }: { name: string; group: string }) =>
    `用户 ${name} 在分组 ${group} 的成员关系已到期`,
  grantOver: ({ permission, group }: { permission: string; group: string }) =>
    `分组 ${group} 的权限 ${permission} 已到期`,
  grantsThatEnd: '有期限的权限，已到期的也在内',
  givenUntil: '到期时间，自 1970 年起的毫秒数；null 表示永久',
  givenBecause: '给予的理由',
  manageOwnUsers: '管理本组用户',
  giveOwnPermissions: '给予自己拥有的权限',
  manageOwnSessions: '管理本组用户的会话',
  retryJobs: '查看并重试任务',
  keysGiveNothing: '不能给予成员关系和权限',
  membershipOutlasts: ({ group }: { group: string }) => `此用户在分组 ${group} 的期限比您长`,
  groupHoldsMore: ({ group, permission }: { group: string; permission: string }) =>
    `分组 ${group} 拥有您没有的权限 ${permission}`,
  settingNamesGroup: ({ group }: { group: string }) => `设置中指定了分组 ${group}`,
  guestsMadeBySuper: '只有超级管理员可以将用户设为游客',
  signUpsApprovedBySuper: '注册只能由超级管理员批准',
  requesterLostRight: '申请人已无权给予',
  credentialSetByOther: '您的密码、邮箱或双重验证由他人设置；请先通过邮件链接重置密码',
  askerSetByDecider: '提出申请的账号的密码、邮箱或双重验证由您设置',
  rightEnds: '限时的权限不能给予比它更长久的东西',
  membershipEndsBefore: ({ group }: { group: string }) => `您自己在分组 ${group} 的期限更早`,
  guestsAreForSuper: '游客的权限属于所有人，由超级管理员更改',
  notOwnPermission: ({ permission }: { permission: string }) => `您没有权限 ${permission}`,
  permissionEndsBefore: ({ permission }: { permission: string }) => `您拥有权限 ${permission} 的期限更短`,
  longerThanOwn: '不能晚于您自己成员关系的到期时间',
  useBreakGlass: '使用紧急授权',
  accessRequestLabel: '授权申请',
  askForApproval: '请另一个人批准成员关系或权限',
  approvalAsked: ({ group }: { group: string }) => `已申请批准：分组 ${group}`,
  listAccessRequests: '等待批准的申请',
  approveRequest: '批准申请，立即生效',
  refuseRequest: '拒绝申请，或撤回自己的申请',
  requestShown: '代表所显示的申请内容；批准时内容必须不变',
  requestApproved: ({ id, group, name }: { id: bigint; group: string; name: string }) =>
    `已批准 ${name} 的申请 ${id}：分组 ${group}`,
  requestRefused: ({ id }: { id: bigint }) => `已拒绝申请 ${id}`,
  requestWithdrawn: ({ id }: { id: bigint }) => `已撤回申请 ${id}`,
  tooManyWaiting: ({ max }: { max: number }) => `等待中的申请最多 ${max} 个`,
  userOrPermissions: '须指定用户或权限之一',
  showBreakGlass: '紧急授权是否可用，以及何时到期',
  breakGlassMinutes: '最多多少分钟；未启用或不需要时为 0',
  breakGlassSummary: '在几分钟内成为超级管理员，并通知所有超级管理员',
  endBreakGlass: '结束紧急授权',
  breakGlassEnded: '紧急授权已结束',
  breakGlassNotTold: '没有邮件能通知到的超级管理员的用户名',
  /** Older lines of the log do not say who was not told. */
  glassBroken: ({
    minutes,
    reason,
    untold,
  }: {
    minutes: number;
    reason: string;
    untold?: readonly string[];
  }) =>
    `紧急授权：成为超级管理员 ${minutes} 分钟，理由：${reason}${untold?.length ? `（没有邮件通知 ${untold.join('、')}）` : ''}`,
  alreadySuper: '您已是超级管理员',
  breakGlassMailSubject: ({ user }: Broken) => `${user} 通过紧急授权成为超级管理员`,
  breakGlassMailText: ({ name, user, reason, until, link }: Broken) =>
    `${name}，您好，\n\n${user} 成为超级管理员，直到 ${until}（UTC），理由是：\n\n${reason}\n\n期间的操作见日志。如有不妥，请立即结束其成员关系或停用该用户：\n\n${link}\n`,
};
