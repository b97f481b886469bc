import type { notifications as english } from '../../en/talk/notifications.ts';

export const notifications: typeof english = {
  title: '通知',
  empty: '暂时没有与你有关的事。',
  unread: '未读',
  markAll: '全部标为已读',
  byMail: '以邮件通知我',
};
