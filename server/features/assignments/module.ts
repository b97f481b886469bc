import { makeFindUsers } from '../../access/sign-in/actors.ts';
import { defineModule } from '../../module/define-module.ts';
import { assignment } from './assignment.collection.ts';
import { assignmentRoutes } from './assignment-routes.ts';
import { findAssignmentNotifications } from './find-notifications.ts';
import { listRoutes } from './list-routes.ts';
import { assignmentSweep } from './sweep-assignments.ts';

/** Who is to work on which record, and until when. */
export const assignments = defineModule({
  name: 'assignments',
  about: 'server',
  needs: ['comments'],
  collections: [assignment],
  personalData: [
    { definition: assignment, owner: 'user_id' },
    { definition: assignment, owner: 'create_user_id', instead: { note: '' } },
  ],
  open({ store }) {
    const parts = { store, findUsers: makeFindUsers(store) };
    return {
      routes: [...listRoutes(parts), ...assignmentRoutes(parts)],
      schedules: [assignmentSweep(store)],
      notifications: findAssignmentNotifications(store),
    };
  },
});
