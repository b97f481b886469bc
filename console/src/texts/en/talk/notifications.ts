export const notifications = {
  title: 'Notifications',
  empty: 'Nothing concerns you at the moment.',
  unread: 'unread',
  markAll: 'Mark all as read',
  byMail: 'Send me these by mail',
};
