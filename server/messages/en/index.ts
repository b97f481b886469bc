import { adminRoutes } from './admin-routes.ts';
import { descriptions } from './descriptions.ts';
import { details } from './details.ts';
import { failures } from './failures.ts';
import { fileProblems } from './file-problems.ts';
import { interfaces } from './interfaces.ts';
import { jobs } from './jobs.ts';
import { labels } from './labels.ts';
import { problems } from './problems.ts';
import { recordRoutes } from './record-routes.ts';
import { requestProblems } from './request-problems.ts';
import { results } from './results.ts';
import { routes } from './routes.ts';
import { serviceRoutes } from './service-routes.ts';
import { transfer } from './transfer.ts';
import { userRoutes } from './user-routes.ts';

/** All texts in English. */
export const en = {
  ...failures,
  ...problems,
  ...requestProblems,
  ...details,
  ...descriptions,
  ...results,
  ...routes,
  ...labels,
  ...serviceRoutes,
  ...adminRoutes,
  ...userRoutes,
  ...recordRoutes,
  ...interfaces,
  ...jobs,
  ...transfer,
  ...fileProblems,
} as const;
