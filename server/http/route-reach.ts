import { FILES_PATH } from '../../contract/own-paths.ts';
import type { ModuleReach, RouteReach } from '../access/key-reach.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import { file } from '../records/file.collection.ts';
import type { Route } from './route.ts';

/** Sessions, and whatever changes an account. */
const ALWAYS_FOR_ACCOUNTS = /^\/cms\/.*\/sessions?(\/|$)/;
const CHANGES_FOR_ACCOUNTS = /^\/cms\/(user|admin|account)(\/|$)/;
const ABOUT_CALLER = /^\/cms\/user\//;
const ABOUT_RIGHTS = /^\/cms\/user\/(access|refusals|routes)(\/|$)/;

const BY_COLLECTION: ReadonlySet<ModuleReach | undefined> = new Set([
  'eachCollection',
  'proposals',
  'otherRoutes',
]);

/**
 * Derives what a route reaches from its module and its path, so that a new route is never open to a limited key by mistake.
 */
export function makeRouteReach({ served }: Catalogue): (route: Route) => RouteReach {
  const collections = [...served, { path: FILES_PATH, name: file.name }];
  const longestFirst = collections.toSorted((one, other) => other.path.length - one.path.length);
  return ({ method, path, isWriting = false, isReading = false, refusesPrograms, keyReach }) => {
    const changes = (method !== 'GET' && !isReading && keyReach !== 'otherRoutes') || isWriting;
    const changesAccounts = keyReach === 'changesOfAccounts' || CHANGES_FOR_ACCOUNTS.test(path);
    return {
      collection: longestFirst.find((one) => path === one.path || path.startsWith(`${one.path}/`))?.name,
      isWriting: changes,
      isForAccounts:
        keyReach === 'accounts' || ALWAYS_FOR_ACCOUNTS.test(path) || (changes && changesAccounts),
      isAboutCaller: !changes && ABOUT_CALLER.test(path),
      isAboutRights: !changes && ABOUT_RIGHTS.test(path),
      isByCollection: BY_COLLECTION.has(keyReach),
      isProposal: keyReach === 'proposals',
      refusesPrograms,
    };
  };
}
