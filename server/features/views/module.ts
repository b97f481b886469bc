import { defineModule } from '../../module/define-module.ts';
import { view } from './view.collection.ts';
import { mayManage } from './view-access.ts';
import { viewRoutes } from './view-routes.ts';

/** Saved views of a collection's records. */
export const views = defineModule({
  name: 'views',
  about: 'server',
  collections: [view],
  permissions: [mayManage],
  personalData: [{ definition: view, owner: 'create_user_id', only: ['scope', 'mine'] }],
  open: ({ store }) => ({ routes: viewRoutes(store.catalogue) }),
});
