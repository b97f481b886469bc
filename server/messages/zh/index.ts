import { accounts } from './accounts.ts';
import { changeSets } from './change-sets.ts';
import { changes } from './changes.ts';
import { delegation } from './delegation.ts';
import { descriptions } from './descriptions.ts';
import { details } from './details.ts';
import { failures } from './failures.ts';
import { fileLibrary } from './file-library.ts';
import { fileProblems } from './file-problems.ts';
import { interfaces } from './interfaces.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { labels } from './labels.ts';
import { mcp } from './mcp.ts';
import { problems } from './problems.ts';
import { provisioning } from './provisioning.ts';
import { requestProblems } from './request-problems.ts';
import { results } from './results.ts';
import { accessRoutes } from './routes/access-routes.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { recordRoutes } from './routes/record-routes.ts';
import { routes } from './routes/routes.ts';
import { serviceRoutes } from './routes/service-routes.ts';
import { userRoutes } from './routes/user-routes.ts';
import { secondFactor } from './second-factor.ts';
import { singleSignOn } from './single-sign-on.ts';
import { transfer } from './transfer.ts';
import { undo } from './undo.ts';
import { webhooks } from './webhooks.ts';

/** All texts in Chinese. Their keys and parameters are what every other language must have. */
export const zh = {
  ...failures,
  ...problems,
  ...requestProblems,
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
  ...recordRoutes,
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
  ...fileProblems,
  ...delegation,
  ...webhooks,
  ...undo,
} as const;
