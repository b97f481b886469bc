import { isDeepStrictEqual } from 'node:util';
import type { NeededMail } from './needed-mails.ts';
import { ACTIONS, type NeededFields, type Needs, type NeedsOfCollection } from './needs.ts';

/** What both allow: what a plug-in asks for now, and what an administrator has granted. */
export function jointNeeds(one: Needs, other: Needs): Needs {
  return {
    collections: joint(one.collections, other.collections, jointActions),
    hooks: joint(one.hooks, other.hooks, (left, right) =>
      orNone(left.filter((hook) => right.includes(hook))),
    ),
    jobs: joint(one.jobs, other.jobs, (job, granted) => (job.cron === granted.cron ? job : undefined)),
    hosts: one.hosts.filter((host) => other.hosts.includes(host)),
    settings: one.settings.filter((name) => other.settings.includes(name)),
    mails: joint(one.mails, other.mails, jointMail),
    console: joint(one.console, other.console, (part, granted) =>
      isDeepStrictEqual(part, granted) ? part : undefined,
    ),
  };
}

/** A mail with other words, or to other readers, was not granted. */
function jointMail(mail: NeededMail, granted: NeededMail): NeededMail | undefined {
  const perHour = Math.min(mail.perHour, granted.perHour);
  return isDeepStrictEqual({ ...mail, perHour }, { ...granted, perHour }) ? { ...mail, perHour } : undefined;
}

/** Whether needs ask for nothing beyond others. */
export function isWithin(inner: Needs, outer: Needs): boolean {
  return sizeOf(jointNeeds(inner, outer)) === sizeOf(inner);
}

/** Everything that was granted, counted: what is joint with something else is smaller wherever it differs. */
function sizeOf({ collections, hooks, jobs, hosts, settings, mails, console: parts }: Needs): number {
  const fields = Object.values(collections).flatMap((actions) => Object.values(actions));
  const ofFields = fields.map((one) => (one === true ? 1000 : one.length)); // more than a collection has fields
  const perHour = Object.values(mails).map((one) => one.perHour);
  const all = [...ofFields, ...Object.values(hooks).map(({ length }) => length), ...perHour];
  const byName = [jobs, mails, parts].map((one) => Object.keys(one).length);
  return [...all, ...byName].reduce((sum, one) => sum + one, 0) + hosts.length + settings.length;
}

function jointActions(one: NeedsOfCollection, other: NeedsOfCollection): NeedsOfCollection | undefined {
  const entries = ACTIONS.flatMap((action) => {
    const fields = jointFields(one[action], other[action]);
    return fields === undefined ? [] : [[action, fields] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function jointFields(
  one: NeededFields | undefined,
  other: NeededFields | undefined,
): NeededFields | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one === true) return other;
  return other === true ? one : orNone(one.filter((name) => other.includes(name)));
}

function orNone<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

function joint<T>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  both: (left: T, right: T) => T | undefined,
): Readonly<Record<string, T>> {
  const entries = Object.entries(one).flatMap(([key, left]) => {
    const right = Object.hasOwn(other, key) ? other[key] : undefined;
    const kept = right === undefined ? undefined : both(left, right);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}
