/** In Chinese. */
export const zh = {
  notificationStateLabel: '通知状态',
  notificationsTag: '通知',
  listNotifications:
    '与调用者有关的事，从新到旧，最近 30 天：提及与回复、等待决定的变更集、未能执行的计划、结束的导入',
  readNotifications: '将通知标记为已读',
  changeNotifications: '选择是否以邮件通知',
  notificationKey: '同一件事始终相同',
  notificationDetail: '他人的文字，例如评论的开头',
  notificationPage: '控制台中的页面',
  notificationUnread: '未读的数量',
  notificationsByMail: '是否以邮件通知；每件事最多一次',
  notificationsCanMail: '能否发送邮件：服务器可以，并且调用者有已确认的地址',
  notificationsUntil: '到此时间为止的全部',
  notificationsByMailOn: '已开启通知邮件',
  notificationsByMailOff: '已关闭通知邮件',
  keysHaveNoNotifications: '没有通知',
  notificationMailSubject: ({ count }: { count: number }) => `有 ${count} 件事与你有关`,
  notificationMailText: ({ name, lines, link }: { name: string; lines: string; link: string }) =>
    `${name}，你好：\n\n${lines}\n\n详情请登录查看：${link}\n\n可在通知列表中关闭这些邮件。`,
};
