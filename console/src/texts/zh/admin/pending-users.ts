import type { pendingUsers as english } from '../../en/admin/pending-users.ts';

export const pendingUsers: typeof english = {
  invite: '邀请他人',
  inviteTodo: '对方会收到带链接的邮件，并自行设定用户名和密码。',
  addresses: '邮箱地址，可填多个',
  sendInvitation: (count) => (count > 1 ? `发送 ${count} 份邀请` : '发送邀请'),
  invited: (addresses) =>
    addresses.length > 1 ? `已寄出 ${addresses.length} 份邀请` : `发给 ${addresses[0]} 的邀请已寄出`,
  waiting: '已注册，等待批准',
  approve: '批准',
  approveNamed: (name) => `批准 ${name}`,
  approved: (name) => `${name} 现在可以登录，系统会发邮件告知`,
  refuse: '拒绝',
  refuseNamed: (name) => `拒绝 ${name}`,
  refuseWarning: '账号将被删除，无法撤销；对方可以再次注册。',
  refused: (name) => `已拒绝 ${name} 的注册`,
  invitations: '已邀请，尚未加入',
  until: (time) => `链接在 ${time} 之前有效`,
  withdraw: '撤回',
  withdrawNamed: (address) => `撤回发给 ${address} 的邀请`,
  withdrawn: (address) => `发给 ${address} 的链接已失效`,
  service: '程序',
};
