import { type AccessRule, permissionsIn } from '../definitions/access-rule.ts';
import { type Message, message } from '../messages/message.ts';
import { READING, type Use } from '../records/rights.ts';
import { type Actor, keyWrites } from './actor.ts';

/**
 * What the routes of a module are about, where their paths do not tell: for keys that manage accounts, all of them or those that
 * change something; checked by their handlers, collection by collection; the same for proposals, which change nothing by
 * themselves; or asking other routes, which are judged by themselves.
 */
export const MODULE_REACHES = [
  'accounts',
  'changesOfAccounts',
  'eachCollection',
  'proposals',
  'otherRoutes',
] as const;
export type ModuleReach = (typeof MODULE_REACHES)[number];

/** What a request to a route reaches. */
export interface RouteReach {
  /** The collection that it is about, if any. */
  readonly collection: string | undefined;
  readonly isWriting: boolean;
  /** Whether it manages accounts, sessions or keys. */
  readonly isForAccounts: boolean;
  /** Whether it only answers who the caller is. */
  readonly isAboutCaller: boolean;
  /** Whether it only answers what the caller may, and nothing of their account. */
  readonly isAboutRights?: boolean;
  /** Why no program may ask, whatever its key allows. */
  readonly refusesPrograms?: Message | undefined;
  /** Whether its handler checks rights itself, collection by collection. */
  readonly isByCollection?: boolean;
  /** Whether it only keeps what somebody else decides on. */
  readonly isProposal?: boolean;
}

/** What a key lacks for a request that its user may make; undefined if it lacks nothing, and for people. Pure. */
export function lackOfKey(actor: Actor, access: AccessRule, reach: RouteReach): Message | undefined {
  const { key, permissions } = actor;
  if (key === undefined) return undefined;
  if (reach.isForAccounts && !key.managesAccounts) return message('keyManagesNoAccounts');
  if (reach.refusesPrograms) return reach.refusesPrograms;
  const { collection } = reach;
  if (reach.isWriting && (collection === undefined ? key.isReadOnly : !keyWrites(key, collection)))
    return message('keyOnlyReads');
  // An app reaches nothing but what it names, so routes without a collection are not opened by all collections.
  if (key.collections === undefined && (!key.app || collection !== undefined)) return undefined;
  if (collection !== undefined && key.collections?.has(collection)) return undefined;
  // Routes without a collection are opened by a permission, and the key limits permissions separately.
  const isOpened = collection === undefined && permissionsIn(access).some((one) => permissions.has(one.key));
  // Who their person is, apps learn by the scopes that say so.
  const isAsking = key.app ? reach.isAboutRights : reach.isAboutCaller;
  return isOpened || isAsking || reach.isByCollection ? undefined : message('keyOfOtherCollections');
}

/** What one use of a collection reaches. */
export function reachOf(collection: string, use: Use): RouteReach {
  return { collection, isWriting: !READING.has(use), isForAccounts: false, isAboutCaller: false };
}

/** Whether a key bars its user from these uses of a collection. */
export function isBarred({ key }: Actor, collection: string, uses: readonly Use[]): boolean {
  if (key === undefined) return false;
  if (key.collections !== undefined && !key.collections.has(collection)) return true;
  return !keyWrites(key, collection) && uses.some((use) => !READING.has(use));
}
