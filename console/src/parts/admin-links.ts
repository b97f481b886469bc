import {
  Activity,
  AppWindow,
  Blocks,
  Gauge,
  KeyRound,
  KeySquare,
  ListChecks,
  Mail,
  ScrollText,
  ShieldQuestionMark,
  Undo2,
  UserRoundCheck,
  Users,
  Webhook,
} from '@lucide/vue';
import { computed, type FunctionalComponent } from 'vue';
import { useOwnRoutes } from '../api/own-routes.ts';
import { t } from '../texts/index.ts';

export interface Link {
  readonly path: string;
  readonly label: string;
  readonly icon: FunctionalComponent;
}

/** Pages of the administration, and the route that each needs. `ofAll` requires access to all records. */
const pages = [
  { path: '/admin/users', key: 'users', icon: Users, needs: 'GET /cms/admin/users' },
  { path: '/admin/permissions', key: 'permissions', icon: KeyRound, needs: 'GET /cms/admin/grants' },
  { path: '/admin/requests', key: 'requests', icon: UserRoundCheck, needs: 'GET /cms/admin/request' },
  { path: '/admin/access', key: 'access', icon: ShieldQuestionMark, needs: 'GET /cms/access/explain' },
  { path: '/admin/keys', key: 'keys', icon: KeySquare, needs: 'GET /cms/key' },
  { path: '/admin/quotas', key: 'quotas', icon: Gauge, needs: 'GET /cms/quota' },
  { path: '/admin/apps', key: 'apps', icon: AppWindow, needs: 'GET /cms/app' },
  { path: '/admin/plugins', key: 'plugins', icon: Blocks, needs: 'GET /cms/plugin' },
  { path: '/admin/webhooks', key: 'webhooks', icon: Webhook, needs: 'GET /cms/webhook' },
  { path: '/admin/log', key: 'log', icon: ScrollText, needs: 'GET /cms/log' },
  { path: '/undo', key: 'undo', icon: Undo2, needs: 'POST /cms/undo', ofAll: true },
  { path: '/admin/jobs', key: 'jobs', icon: ListChecks, needs: 'GET /cms/job' },
  { path: '/admin/mail', key: 'mail', icon: Mail, needs: 'GET /cms/mail' },
  { path: '/admin/health', key: 'health', icon: Activity, needs: 'GET /cms/job' },
] as const;

/** The pages of the administration that the user may open. */
export function useAdminLinks() {
  const { may, mayAll } = useOwnRoutes();
  return computed<readonly Link[]>(() =>
    pages
      .filter(({ needs, ...page }) => ('ofAll' in page ? mayAll : may)(needs))
      .map(({ path, key, icon }) => ({ path, icon, label: t.pages[key] })),
  );
}
