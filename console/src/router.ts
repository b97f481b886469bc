import { createRouter, createWebHistory } from 'vue-router';
import { consoleBase } from './base.ts';

const admin = (page: keyof typeof import('./admin-pages.ts')) => async () =>
  (await import('./admin-pages.ts'))[page]();

/** The id of a record, as `idInPath` writes it. */
const RECORD = ':id(\\d+|~[^/]+)';

/** One line per page. Pages load when first shown. */
export const router = createRouter({
  history: createWebHistory(consoleBase),
  routes: [
    { path: '/', component: () => import('./pages/home/HomePage.vue') },
    { path: '/profile', component: () => import('./pages/profile/ProfilePage.vue') },
    {
      path: '/collections/:collection/import',
      component: () => import('./pages/import/ImportRoute.vue'),
    },
    { path: '/files', component: admin('files') },
    { path: '/files/:id(\\d+)', component: admin('file') },
    { path: '/collections/:collection', component: () => import('./pages/list/ListPage.vue') },
    {
      path: '/collections/:collection/new',
      component: () => import('./pages/record/RecordRoute.vue'),
    },
    {
      path: '/collections/:collection/trash',
      component: () => import('./pages/trash/TrashRoute.vue'),
    },
    {
      path: '/collections/:collection/past',
      component: () => import('./pages/list/past/PastRoute.vue'),
    },
    {
      path: '/collections/:collection/changes',
      component: () => import('./pages/history/FieldChangesRoute.vue'),
    },
    {
      path: `/collections/:collection/${RECORD}`,
      component: () => import('./pages/record/RecordRoute.vue'),
    },
    {
      path: `/collections/:collection/${RECORD}/history`,
      component: () => import('./pages/history/HistoryRoute.vue'),
    },
    { path: `/collections/:collection/${RECORD}/relations`, component: admin('relations') },
    { path: `/collections/:collection/${RECORD}/own/:part`, component: admin('ownTab') },
    { path: '/own/:part', component: admin('ownPage') },
    { path: '/change-sets/:id(\\d+)?', component: admin('sets') },
    { path: '/consent/:uid', component: () => import('./pages/apps/ConsentPage.vue') },
    { path: '/device', component: () => import('./pages/apps/DevicePage.vue') },
    { path: '/plans', component: admin('plans') },
    { path: '/undo', component: () => import('./pages/undo/UndoPage.vue') },
    { path: '/admin/users', component: admin('users') },
    { path: '/admin/users/:id(\\d+)', component: admin('user'), props: true },
    { path: '/admin/permissions', component: admin('permissions') },
    { path: '/admin/requests', component: admin('requests') },
    { path: '/admin/log', component: admin('log') },
    { path: '/admin/jobs', component: admin('jobs') },
    { path: '/admin/mail', component: admin('mail') },
    { path: '/admin/keys', component: admin('keys') },
    { path: '/admin/quotas', component: admin('quotas') },
    { path: '/admin/apps', component: admin('apps') },
    { path: '/admin/plugins', component: admin('plugins') },
    { path: '/admin/webhooks/:id(\\d+)?', component: admin('webhooks') },
    { path: '/admin/access', component: admin('access') },
    { path: '/admin/break-glass', component: admin('breakGlass') },
    { path: '/admin/health', component: admin('health') },
    // Addresses of versions before 0.3, as bookmarks and mails hold them.
    {
      path: '/records/:rest(.*)',
      redirect: ({ fullPath }) => fullPath.replace('/records/', '/collections/'),
    },
    { path: '/:rest(.*)*', component: () => import('./pages/home/NotFoundPage.vue') },
  ],
});
