import { createRouter, createWebHistory } from 'vue-router';
import { consoleBase } from './base.ts';

/** A line a page. Pages load when they are first shown. */
export const router = createRouter({
  history: createWebHistory(consoleBase),
  routes: [
    { path: '/', name: 'home', component: () => import('./pages/home/HomePage.vue') },
    { path: '/profile', name: 'profile', component: () => import('./pages/profile/ProfilePage.vue') },
    {
      path: '/records/:record/import',
      name: 'import',
      component: () => import('./pages/import/ImportRoute.vue'),
    },
    { path: '/files', name: 'files', component: () => import('./pages/files/FilesPage.vue') },
    { path: '/records/:record', name: 'list', component: () => import('./pages/list/ListPage.vue') },
    { path: '/records/:record/new', name: 'new-row', component: () => import('./pages/row/RowRoute.vue') },
    {
      path: '/records/:record/trash',
      name: 'trash',
      component: () => import('./pages/trash/TrashRoute.vue'),
    },
    {
      path: '/records/:record/past',
      name: 'past',
      component: () => import('./pages/list/past/PastRoute.vue'),
    },
    { path: '/records/:record/:id(\\d+)', name: 'row', component: () => import('./pages/row/RowRoute.vue') },
    {
      path: '/records/:record/:id(\\d+)/history',
      name: 'history',
      component: () => import('./pages/history/HistoryRoute.vue'),
    },
    { path: '/admin/users', name: 'users', component: () => import('./pages/admin/users/UsersPage.vue') },
    {
      path: '/admin/users/:id(\\d+)',
      name: 'user',
      component: () => import('./pages/admin/users/UserPage.vue'),
      props: true,
    },
    {
      path: '/admin/permissions',
      name: 'permissions',
      component: () => import('./pages/admin/permissions/PermissionsPage.vue'),
    },
    {
      path: '/admin/requests',
      name: 'requests',
      component: () => import('./pages/admin/requests/RequestsPage.vue'),
    },
    { path: '/admin/log', name: 'log', component: () => import('./pages/admin/LogPage.vue') },
    { path: '/admin/jobs', name: 'jobs', component: () => import('./pages/admin/JobsPage.vue') },
    { path: '/admin/mail', name: 'mail', component: () => import('./pages/admin/MailPage.vue') },
    { path: '/admin/keys', name: 'keys', component: () => import('./pages/admin/keys/KeysPage.vue') },
    {
      path: '/admin/access',
      name: 'access',
      component: () => import('./pages/admin/access/AccessPage.vue'),
    },
    {
      path: '/admin/break-glass',
      name: 'break-glass',
      component: () => import('./pages/admin/BreakGlassPage.vue'),
    },
    { path: '/admin/health', name: 'health', component: () => import('./pages/admin/HealthPage.vue') },
    { path: '/:rest(.*)*', name: 'not-found', component: () => import('./pages/home/NotFoundPage.vue') },
  ],
});
