import { makeFindUsers } from '../../access/sign-in/actors.ts';
import { defineModule } from '../../module/define-module.ts';
import { comment, mention } from './comment.collection.ts';
import { commentRoutes } from './comment-routes.ts';
import { findCommentNotifications } from './find-notifications.ts';
import { commentSweep } from './sweep-comments.ts';
import { threadRoutes } from './thread-routes.ts';

/** What people say to each other about records and their fields. */
export const comments = defineModule({
  name: 'comments',
  about: 'server',
  collections: [comment, mention],
  personalData: [
    { definition: mention, owner: 'user_id' },
    { definition: comment, owner: 'create_user_id', instead: { text: '' } },
  ],
  open({ store }) {
    const parts = { store, findUsers: makeFindUsers(store) };
    return {
      routes: [...threadRoutes(parts), ...commentRoutes(parts)],
      schedules: [commentSweep(store)],
      notifications: findCommentNotifications(store),
    };
  },
});
