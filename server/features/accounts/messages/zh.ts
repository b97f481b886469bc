export interface Facts {
  name: string;
  address: string;
  link: string;
  hours: number;
}
const ignore = '如果这不是您的操作，请忽略此邮件。';
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

/** In Chinese. */
export const zh = {
  takeoverEnded: ({ count, label }: { count: number; label: string }) =>
    `在他人可以冒用你的身份期间创建：${label} ${count} 个，已失效`,
  takeoverRests: ({ count, label }: { count: number; label: string }) =>
    `在他人可以冒用你的身份期间创建：${label} ${count} 个，在你决定之前不再生效`,
  breakGlassOff: '服务器没有启用紧急授权',
  mailNotSetUp: '此服务器没有设置邮件，请联系管理员',
  signUpClosed: '此服务器不开放注册',
  waysIn: '有哪些方式可以获得或找回账号',
  passkeyDomain: '可使用通行密钥的页面域名；不可用时为 null',
  askToSignUp: '请求注册：发送一封含链接的邮件',
  signUpMailed: '如果该邮箱可以使用，邮件已发出',
  askForReset: '请求重置密码：发送一封含链接的邮件',
  resetMailed: '如果该邮箱属于某个账号，邮件已发出',
  askWhatLinkIsFor: '查询邮件中的链接有何用途；链接仍然有效',
  createByLink: '凭注册或邀请邮件中的链接创建账号',
  resetByLink: '凭邮件中的链接设置新密码；所有会话随之结束',
  confirmAddress: '凭邮件中的链接确认邮箱',
  askForVerification: '请求验证自己的邮箱',
  askForOtherAddress: '请求更改自己的邮箱；确认之后才生效',
  verificationMailed: '邮件已发出',
  signedUp: ({ name }: { name: string }) => `用户 ${name} 已注册`,
  signedUpForApproval: ({ name }: { name: string }) => `用户 ${name} 已注册，等待管理员批准`,
  invitationAccepted: ({ name }: { name: string }) => `用户 ${name} 接受了邀请`,
  passwordResetByMail: '密码已通过邮件重置，请重新登录',
  addressVerified: '邮箱已验证',
  addressChangedByMail: '邮箱已更改，请重新登录',
  invite: '邀请某人；对方用邮件中的链接创建账号',
  invited: '邀请已发出',
  listInvitations: '尚未接受的邀请',
  withdrawInvitation: '撤回邀请',
  invitationWithdrawn: '邀请已撤回',
  listSignUps: '等待批准的用户',
  approveSignUp: '批准一个用户，并发邮件通知',
  refuseSignUp: '拒绝并删除一个等待批准的用户',
  signUpApproved: ({ name }: { name: string }) => `已批准用户 ${name}`,
  signUpRefused: ({ name }: { name: string }) => `已拒绝用户 ${name}`,
  resetMailLogged: ({ name }: { name: string }) => `已向用户 ${name} 发送重置密码的邮件`,
  knownAddressLogged: ({ name }: { name: string }) => `有人请求使用用户 ${name} 的邮箱`,
  unknownAddressLogged: '有人请求为不属于任何用户的邮箱重置密码',
  signUpMailLogged: '已发送注册邮件',
  accountMailLabel: '账号邮件',
  signUpMailSubject: '完成注册',
  signUpMailText: ({ link, hours }: Facts) =>
    `您好，\n\n请在 ${hours} 小时内打开此链接，完成注册：\n\n${link}\n\n${ignore}\n`,
  knownMailSubject: '您已有账号',
  knownMailText: ({ name, address, link }: Facts) =>
    `您好，\n\n有人（可能是您）请求为账号使用邮箱 ${address}。它已属于账号 ${name}。您可以登录或重置密码：\n\n${link}\n\n${ignore}\n`,
  resetMailSubject: '重置密码',
  resetMailText: ({ name, link, hours }: Facts) =>
    `${name}，您好，\n\n请在 ${hours} 小时内打开此链接，设置新密码：\n\n${link}\n\n${ignore}您的密码没有改变。\n`,
  passwordChangedMailSubject: '密码已更改',
  passwordChangedMailText: ({ name, link }: Facts) =>
    `${name}，您好，\n\n您的密码已通过邮件重置，所有会话已结束。如果这不是您的操作，请立即联系管理员。\n\n${link}\n`,
  verificationMailSubject: '验证邮箱',
  verificationMailText: ({ name, link, hours }: Facts) =>
    `${name}，您好，\n\n请在 ${hours} 小时内打开此链接，验证此邮箱：\n\n${link}\n\n${ignore}\n`,
  changeMailSubject: '确认新邮箱',
  changeMailText: ({ name, link, hours }: Facts) =>
    `${name}，您好，\n\n请在 ${hours} 小时内打开此链接，确认以后使用此邮箱：\n\n${link}\n\n${ignore}\n`,
  changedMailSubject: '邮箱已更改',
  changedMailText: ({ name, link }: Facts) =>
    `${name}，您好，\n\n您的账号已改用另一个邮箱，所有会话已结束。如果这不是您的操作，请立即联系管理员。\n\n${link}\n`,
  passwordSetMailSubject: '有人为您的账号设置了新密码',
  passwordSetMailText: ({ name, link }: Facts) =>
    `${name}，您好，\n\n管理员为您的账号设置了新密码，所有会话已结束。如果这不是您要求的，请立即通过邮件重置密码，并告知另一位管理员。\n\n${link}\n`,
  addressSetMailSubject: '有人更改了您账号的邮箱',
  addressSetMailText: ({ name, link }: Facts) =>
    `${name}，您好，\n\n管理员为您的账号设置了另一个邮箱。如果这不是您要求的，请立即告知另一位管理员。\n\n${link}\n`,
  factorsRemovedMailSubject: '有人移除了您的双重验证',
  factorsRemovedMailText: ({ name, link }: Facts) =>
    `${name}，您好，\n\n管理员移除了您账号的双重验证，所有会话已结束。如果这不是您要求的，请立即更改密码，并告知另一位管理员。\n\n${link}\n`,
  invitationMailSubject: '邀请',
  invitationMailText: ({ link, hours }: Facts) =>
    `您好，\n\n您受邀创建账号。请在 ${hours} 小时内打开此链接：\n\n${link}\n`,
  approvedMailSubject: '账号已批准',
  approvedMailText: ({ name, link }: Facts) =>
    `${name}，您好，\n\n您的账号已获批准，现在可以登录：\n\n${link}\n`,
  signInMailLogged: ({ name }: { name: string }) => `已通知用户 ${name}：有人从新的网络登录`,
  signInMailSubject: '有人从新的网络登录了您的账号',
  signInMailText: ({ name, network, time, link }: SignIn) =>
    `${name}，您好，\n\n${time}（UTC），有人从您近期没有用过的网络 ${network} 登录了您的账号。\n\n如果是您本人，无需任何操作。如果不是，请立即登录并更改密码：其他会话会随之全部结束。\n\n${link}\n`,
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
  signUpIsOff: 'SIGN_UP 为 off',
  groupCannotBeJoined: ({ group }: { group: string }) => `SIGN_UP_GROUP：无法加入“${group}”`,
  linkUnknown: '未知、已使用或已过期',
  userGoneOrInactive: '用户已不存在或已停用',
  userHasOtherAddress: '用户已使用其他邮箱地址',
  invitationWithoutGroups: '邀请中没有分组',
  inviterLostRight: '邀请人已无权授予',
};
