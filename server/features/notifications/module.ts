import { defineModule } from '../../module/define-module.ts';
import { notificationMailKind, notificationSchedule } from './mail-notifications.ts';
import { notificationRoutes } from './notification-routes.ts';
import { notificationState } from './states.ts';

/** What concerns a user, for the bell of the console and by mail. Other modules find it; nothing of it is stored. */
export const notifications = defineModule({
  name: 'notifications',
  about: 'server',
  collections: [notificationState],
  personalData: [{ definition: notificationState, owner: 'user_id' }],
  open({ store, admitTask, notifications: finders, mail }) {
    const parts = { store, admitTask, finders, mail };
    return {
      routes: notificationRoutes({ finders, canMail: mail.isOn }),
      jobs: [notificationMailKind(parts)],
      schedules: [notificationSchedule(parts)],
    };
  },
});
