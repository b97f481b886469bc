import type { Route } from '../../http/index.ts';
import { decisionRoutes } from './decision-routes.ts';
import { discussionRoutes } from './discussion-routes.ts';
import { itemRoutes } from './item-routes.ts';
import { listSetsRoute } from './list-sets.ts';
import type { SetParts } from './set-parts.ts';
import { ownSetRoutes } from './set-routes.ts';
import { shownSetRoute } from './shown-set-route.ts';

/** The routes of change sets: changes of many records that a second person approves, applied as one. */
export function changeSetRoutes(parts: SetParts): Route[] {
  return [
    listSetsRoute(parts),
    shownSetRoute(parts),
    ...ownSetRoutes(parts),
    ...itemRoutes(parts),
    ...decisionRoutes(parts),
    ...discussionRoutes(parts),
  ];
}
