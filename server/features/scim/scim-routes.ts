import type { Route, ToUrl } from '../../http/index.ts';
import { discoveryRoutes } from './discovery-routes.ts';
import { groupRoutes } from './group-routes.ts';
import type { DirectorySettings } from './reach.ts';
import { userRoutes } from './user-routes.ts';

/** SCIM 2.0 (RFC 7643 and 7644): a company's directory makes, changes and ends accounts. */
export function scimRoutes(toUrl: ToUrl, settings: DirectorySettings): Route[] {
  return [...discoveryRoutes(toUrl), ...userRoutes(toUrl, settings), ...groupRoutes(toUrl, settings)];
}
