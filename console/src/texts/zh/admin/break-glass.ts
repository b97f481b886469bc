import type { breakGlass as english } from '../../en/admin/break-glass.ts';

export const breakGlass: typeof english = {
  warning: '仅限紧急情况：您将成为超级管理员，所有有邮箱的超级管理员都会收到邮件。',
  consequence: '仅在联系不到任何有权限的人时使用。原因会写入邮件和日志，您的操作也会记入日志。到时自动结束。',
  reason: '原因（至少 10 个字符）',
  minutes: (most) => `分钟数（最多 ${most}）`,
  password: '您的密码',
  begin: '成为超级管理员',
  begun: '您已是超级管理员，其他超级管理员会收到邮件',
  begunUntold: (names) => `您已是超级管理员。没有邮件通知 ${names}，请自行告知`,
  lasts: (until) => `您是超级管理员，至 ${until} 为止。`,
  end: '立即结束',
  ended: '您已恢复原有权限',
  off: '紧急授权未启用，或您不需要它。',
};
