import { makePermissionWords } from '../../access/accounts/permission-words.ts';
import { defineModule } from '../../module/define-module.ts';
import { accessRequest } from './access-request.collection.ts';
import { erasureRoute } from './erasure-route.ts';
import { failures } from './failures.ts';
import { grantRoutes } from './grant-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { membershipRoutes } from './membership-routes.ts';
import { permissionRoutes } from './permission-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { adminUserRoutes } from './user-routes.ts';

/** What administrators do with users, groups and their permissions. */
export const admin = defineModule({
  name: 'admin',
  failures,
  collections: [accessRequest],
  open(host) {
    const { store, toUrl, permissions, routes } = host;
    const inWords = makePermissionWords(permissions, store.language);
    return {
      routes: [
        ...adminUserRoutes(host, toUrl),
        ...membershipRoutes,
        ...requestRoutes(inWords),
        erasureRoute(store),
        ...groupRoutes(permissions, inWords),
        ...grantRoutes(permissions),
        ...permissionRoutes(store.catalogue, inWords, routes),
      ],
    };
  },
});
