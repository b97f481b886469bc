import { access } from './features/access/module.ts';
import { accounts } from './features/accounts/module.ts';
import { admin } from './features/admin/module.ts';
import { adopt } from './features/adopt/module.ts';
import { assignments } from './features/assignments/module.ts';
import { backup } from './features/backup/module.ts';
import { changeSets } from './features/change-sets/module.ts';
import { changes } from './features/changes/module.ts';
import { comments } from './features/comments/module.ts';
import { consolePages } from './features/console/module.ts';
import { copy } from './features/copy/module.ts';
import { descriptions } from './features/descriptions/module.ts';
import { files } from './features/files/module.ts';
import { graphql } from './features/graphql/module.ts';
import { greeting } from './features/greeting/module.ts';
import { health } from './features/health/module.ts';
import { importLin } from './features/import-lin/module.ts';
import { isolated } from './features/isolated/module.ts';
import { jobs } from './features/jobs/module.ts';
import { keys } from './features/keys/module.ts';
import { logs } from './features/logs/module.ts';
import { mail } from './features/mail/module.ts';
import { mcp } from './features/mcp/module.ts';
import { metrics } from './features/metrics/module.ts';
import { moveIn } from './features/move-in/module.ts';
import { notifications } from './features/notifications/module.ts';
import { oidc } from './features/oidc/module.ts';
import { panels } from './features/panels/module.ts';
import { provider } from './features/provider/module.ts';
import { quotas } from './features/quotas/module.ts';
import { scim } from './features/scim/module.ts';
import { search } from './features/search/module.ts';
import { secondFactor } from './features/second-factor/module.ts';
import { tracing } from './features/tracing/module.ts';
import { transfer } from './features/transfer/module.ts';
import { undo } from './features/undo/module.ts';
import { views } from './features/views/module.ts';
import { webhooks } from './features/webhooks/module.ts';
import { type Module, type Own, servedCollections, users } from './module/index.ts';

/** The features of this server, in the order in which the API page lists their routes. */
const all = [
  users,
  admin,
  secondFactor,
  keys,
  accounts,
  oidc,
  provider,
  isolated,
  scim,
  descriptions,
  views,
  comments,
  assignments,
  notifications,
  panels,
  changes,
  search,
  webhooks,
  quotas,
  logs,
  jobs,
  mail,
  files,
  greeting,
  consolePages,
  health,
  metrics,
  tracing,
  servedCollections,
  transfer,
  undo,
  changeSets,
  graphql,
  mcp,
  importLin,
  adopt,
  moveIn,
  copy,
  backup,
  access,
] as const;

export const modules: readonly Module[] = all;

type OwnOf<One> = One extends Module<infer Table, infer Further> ? Own<Table, Further> : never;
type InOne<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer Each) => void
  ? Each
  : never;
/** The values of the settings of all modules. */
export type ModuleSettings = InOne<OwnOf<(typeof all)[number]>>;
