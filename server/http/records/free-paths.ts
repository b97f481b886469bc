import { type Catalogue, inFile } from '../../definitions/for-server.ts';
import { CannotStart } from '../../errors.ts';
import { type Route, shapeOf } from '../route.ts';

/** Throws CannotStart if a collection's path gives it a route that the server, or another collection, already has. */
export function requireFreePaths({ served }: Catalogue, routes: readonly Route[]): void {
  const taken = new Set<string>();
  for (const route of routes) {
    const shape = `${shapeOf(route)} ${route.isOfDrafts ? 'of drafts' : ''}`;
    if (!taken.has(shape)) {
      taken.add(shape);
      continue;
    }
    const owners = served.filter(({ path }) => route.path === path || route.path.startsWith(`${path}/`));
    const nearest = owners.toSorted((one, other) => other.path.length - one.path.length)[0];
    if (!nearest) throw new Error(`two routes are ${shape}`);
    throw new CannotStart(
      `collection '${nearest.name}'${inFile(nearest)}: path '${nearest.path}' would answer ${route.method} ${route.path}, which is another route's; choose another path`,
    );
  }
}
