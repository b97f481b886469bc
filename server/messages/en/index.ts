import { accounts } from './accounts.ts';
import { collectionRoutes } from './collection-routes.ts';
import { descriptions } from './descriptions.ts';
import { details } from './details.ts';
import { failures } from './failures.ts';
import { fileProblems } from './file-problems.ts';
import { interfaces } from './interfaces.ts';
import { labels } from './labels.ts';
import { problems } from './problems.ts';
import { reasons } from './reasons.ts';
import { requestProblems } from './request-problems.ts';
import { results } from './results.ts';
import { routes } from './routes.ts';
import { work } from './work.ts';

/** The core's texts in English. */
export const en = {
  ...accounts,
  ...collectionRoutes,
  ...descriptions,
  ...details,
  ...failures,
  ...fileProblems,
  ...interfaces,
  ...labels,
  ...problems,
  ...reasons,
  ...requestProblems,
  ...results,
  ...routes,
  ...work,
} as const;
