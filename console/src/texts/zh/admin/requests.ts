import type { requests as english } from '../../en/admin/requests.ts';

export const requests: typeof english = {
  none: '没有待批准的请求',
  noneTodo: '需要另一人批准的更改会出现在这里。',
  join: ({ user, group }) => `将 ${user} 加入 ${group}`,
  grant: (group) => `授予 ${group} 权限`,
  brings: (permissions) => `带来的权限：${permissions}`,
  by: (name) => `由 ${name} 提出`,
  own: '由您提出，须由他人决定',
  approveNamed: (what) => `批准：${what}`,
  approved: '已批准，立即生效',
  decline: '拒绝',
  declineNamed: (what) => `拒绝：${what}`,
  declined: '已拒绝',
  withdrawNamed: (what) => `撤回：${what}`,
  withdrawn: '您的请求已撤回',
};
