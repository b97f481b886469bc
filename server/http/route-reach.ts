import type { RouteReach } from '../access/key-reach.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import { file } from '../records/file.record.ts';
import type { Route } from './route.ts';

/** Routes of keys, service users and sessions, and whatever changes an account. */
const ALWAYS_FOR_ACCOUNTS = /^\/(scim|cms\/((key|service-user)|.*\/sessions?))(\/|$)/;
const CHANGES_FOR_ACCOUNTS = /^\/cms\/(user|admin|account|oidc)(\/|$)/;
const ABOUT_CALLER = /^\/cms\/user\//;
const BY_RECORD = /^\/(v1\/change-set|cms\/definition|mcp)(\/|$)/;
/** Its requests go to other routes, which are judged by themselves. */
const ASKS_OTHERS = '/mcp';

/** Derives what a route reaches from its path, so that a new route is never open to a limited key by mistake. */
export function makeRouteReach({ served }: Catalogue): (route: Route) => RouteReach {
  const records = [...served, { path: '/cms/file', name: file.name }];
  const longestFirst = records.toSorted((one, other) => other.path.length - one.path.length);
  return ({ method, path, isWriting = false, refusesPrograms }) => {
    const changes = (method !== 'GET' && path !== ASKS_OTHERS) || isWriting;
    return {
      record: longestFirst.find((one) => path === one.path || path.startsWith(`${one.path}/`))?.name,
      isWriting: changes,
      isForAccounts: ALWAYS_FOR_ACCOUNTS.test(path) || (changes && CHANGES_FOR_ACCOUNTS.test(path)),
      isAboutCaller: !changes && ABOUT_CALLER.test(path),
      isByRecord: BY_RECORD.test(path),
      refusesPrograms,
    };
  };
}
