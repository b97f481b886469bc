/** Administration and files. A module of its own keeps these preload lists out of the list page. */
export const files = () => import('./pages/files/FilesPage.vue');
export const file = () => import('./pages/files/one/FileRoute.vue');
export const plans = () => import('./pages/plans/PlansPage.vue');
export const sets = () => import('./pages/sets/SetsRoute.vue');
export const users = () => import('./pages/admin/users/UsersPage.vue');
export const user = () => import('./pages/admin/users/UserPage.vue');
export const permissions = () => import('./pages/admin/permissions/PermissionsPage.vue');
export const requests = () => import('./pages/admin/requests/RequestsPage.vue');
export const log = () => import('./pages/admin/LogPage.vue');
export const jobs = () => import('./pages/admin/jobs/JobsPage.vue');
export const mail = () => import('./pages/admin/MailPage.vue');
export const keys = () => import('./pages/admin/keys/KeysPage.vue');
export const quotas = () => import('./pages/admin/quotas/QuotasPage.vue');
export const webhooks = () => import('./pages/admin/webhooks/WebhooksRoute.vue');
export const access = () => import('./pages/admin/access/AccessPage.vue');
export const breakGlass = () => import('./pages/admin/BreakGlassPage.vue');
export const health = () => import('./pages/admin/health/HealthPage.vue');
