import { descriptions } from './descriptions.ts';
import { details } from './details.ts';
import { failures } from './failures.ts';
import { accounts } from './features/accounts.ts';
import { backup } from './features/backup.ts';
import { changeSets } from './features/change-sets.ts';
import { changes } from './features/changes.ts';
import { delegation } from './features/delegation.ts';
import { fileLibrary } from './features/file-library.ts';
import { jobs } from './features/jobs.ts';
import { keys } from './features/keys.ts';
import { mcp } from './features/mcp.ts';
import { provisioning } from './features/provisioning.ts';
import { resumableUploads } from './features/resumable-uploads.ts';
import { secondFactor } from './features/second-factor.ts';
import { singleSignOn } from './features/single-sign-on.ts';
import { transfer } from './features/transfer.ts';
import { undo } from './features/undo.ts';
import { webhooks } from './features/webhooks.ts';
import { fileProblems } from './file-problems.ts';
import { interfaces } from './interfaces.ts';
import { labels } from './labels.ts';
import { problems } from './problems.ts';
import { reasons } from './reasons.ts';
import { requestProblems } from './request-problems.ts';
import { results } from './results.ts';
import { accessRoutes } from './routes/access-routes.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { collectionRoutes } from './routes/collection-routes.ts';
import { routes } from './routes/routes.ts';
import { serviceRoutes } from './routes/service-routes.ts';
import { userRoutes } from './routes/user-routes.ts';

/** All texts in English. */
export const en = {
  ...failures,
  ...problems,
  ...requestProblems,
  ...reasons,
  ...details,
  ...descriptions,
  ...results,
  ...routes,
  ...labels,
  ...secondFactor,
  ...serviceRoutes,
  ...accessRoutes,
  ...adminRoutes,
  ...userRoutes,
  ...collectionRoutes,
  ...interfaces,
  ...jobs,
  ...keys,
  ...singleSignOn,
  ...provisioning,
  ...changes,
  ...changeSets,
  ...mcp,
  ...transfer,
  ...accounts,
  ...fileLibrary,
  ...resumableUploads,
  ...fileProblems,
  ...delegation,
  ...webhooks,
  ...undo,
  ...backup,
} as const;
