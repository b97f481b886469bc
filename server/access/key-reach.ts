import { type AccessRule, permissionsIn } from '../definitions/access-rule.ts';
import { type Message, message } from '../messages/message.ts';
import { READING, type Use } from '../records/rights.ts';
import type { Actor } from './actor.ts';

/**
 * What the routes of a module are about, where their paths do not tell: for keys that manage accounts, all of them or those that
 * change something; checked by their handlers, record by record; or asking other routes, which are judged by themselves.
 */
export const MODULE_REACHES = ['accounts', 'changesOfAccounts', 'eachRecord', 'otherRoutes'] as const;
export type ModuleReach = (typeof MODULE_REACHES)[number];

/** What a request to a route reaches. */
export interface RouteReach {
  /** The record that it is about, if any. */
  readonly record: string | undefined;
  readonly isWriting: boolean;
  /** Whether it manages accounts, sessions or keys. */
  readonly isForAccounts: boolean;
  /** Whether it only answers who the caller is. */
  readonly isAboutCaller: boolean;
  /** Why no program may ask, whatever its key allows. */
  readonly refusesPrograms?: Message | undefined;
  /** Whether its handler checks rights itself, record by record. */
  readonly isByRecord?: boolean;
}

/** What a key lacks for a request that its user may make; undefined if it lacks nothing, and for people. Pure. */
export function lackOfKey(actor: Actor, access: AccessRule, reach: RouteReach): Message | undefined {
  const { key, permissions } = actor;
  if (key === undefined) return undefined;
  if (reach.isForAccounts && !key.managesAccounts) return message('keyManagesNoAccounts');
  if (reach.refusesPrograms) return reach.refusesPrograms;
  if (reach.isWriting && key.isReadOnly) return message('keyOnlyReads');
  if (key.records === undefined) return undefined;
  if (reach.record !== undefined && key.records.has(reach.record)) return undefined;
  // Routes without a record are opened by a permission, and the key limits permissions separately.
  const isOpened =
    reach.record === undefined && permissionsIn(access).some((one) => permissions.has(one.key));
  return isOpened || reach.isAboutCaller || reach.isByRecord ? undefined : message('keyOfOtherRecords');
}

/** What one use of a record reaches. */
export function reachOf(record: string, use: Use): RouteReach {
  return { record, isWriting: !READING.has(use), isForAccounts: false, isAboutCaller: false };
}

/** Whether a key bars its user from these uses of a record. */
export function isBarred({ key }: Actor, record: string, uses: readonly Use[]): boolean {
  if (key === undefined) return false;
  if (key.records !== undefined && !key.records.has(record)) return true;
  return key.isReadOnly && uses.some((use) => !READING.has(use));
}
