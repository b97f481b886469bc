import { decide, permissionUse, withSettings } from '../../../access/index.ts';
import type { RecordOf } from '../../../definitions/types/record-types.ts';
import { findRoute, type Route } from '../../../http/index.ts';
import { log, type Reads } from '../../../records/index.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Affected } from './affected.ts';

const DAYS = 30;
/** How many lines of the log are decided again. */
const MOST_LINES = 5000;
/** How many of them are shown. */
const MOST_SHOWN = 20;

interface Shown {
  readonly time: number;
  readonly username: string;
  readonly method: string;
  readonly path: string;
  readonly outcome: 'refused' | 'allowed';
}

interface Question {
  readonly affected: readonly Affected[];
  readonly routes: readonly Route[];
  readonly switchedOff: ReadonlySet<string>;
  readonly now: number;
}

/** The requests in the log that would now be decided differently. Successful reads are not in the log. */
export async function decideAgain(reads: Reads, { affected, routes, switchedOff, now }: Question) {
  const since = now - DAYS * DAY_MS;
  const byId = new Map(affected.map((one) => [one.before.id, one]));
  const lines = byId.size === 0 ? [] : await linesOf(reads, [...byId.keys()], since);
  const rules = new Map<string, ReturnType<typeof ruleOf>>();
  const ruleOf = ({ method, path }: RecordOf<typeof log>) => {
    const found = findRoute(routes, method, path);
    return found && withSettings(found.access, switchedOff);
  };
  const ruleFor = (line: RecordOf<typeof log>) => {
    const request = `${line.method} ${line.path}`;
    if (!rules.has(request)) rules.set(request, ruleOf(line));
    return rules.get(request);
  };
  const different = lines.slice(0, MOST_LINES).flatMap((line): Shown[] => {
    const user = byId.get(line.user_id);
    const rule = user && ruleFor(line);
    if (!rule) return [];
    const [then, now] = [decide(user.before, rule).allowed, decide(user.after, rule).allowed];
    const outcome = now ? 'allowed' : 'refused';
    // A refused program may have lacked what its key leaves out.
    const isOtherwise = now ? line.status_code >= 400 && line.key_id === null : line.status_code < 400;
    const { create_time: time, username, method, path } = line;
    return then !== now && isOtherwise ? [{ time, username, method, path, outcome }] : [];
  });
  return {
    since,
    complete: lines.length <= MOST_LINES,
    refused: different.filter(({ outcome }) => outcome === 'refused').length,
    allowed: different.filter(({ outcome }) => outcome === 'allowed').length,
    items: different.slice(0, MOST_SHOWN),
  };
}

function linesOf(reads: Reads, ids: readonly bigint[], since: number) {
  return reads.where(log, (select) =>
    select
      .where('create_time', '>=', since)
      .where('user_id', 'in', ids)
      .orderBy('create_time', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_LINES + 1),
  );
}

/** Permissions that users would lose although they used them recently, reads included. */
export async function lostUses(reads: Reads, affected: readonly Affected[], now: number) {
  const losing = new Map(affected.filter(({ loses }) => loses.length > 0).map((one) => [one.before.id, one]));
  if (losing.size === 0) return [];
  const records = await reads.where(permissionUse, (select) =>
    select.where('user_id', 'in', [...losing.keys()]).where('last_day', '>=', now - DAYS * DAY_MS),
  );
  return records.flatMap(({ user_id, permission, last_day }) => {
    const user = losing.get(user_id);
    if (!user?.loses.includes(permission)) return [];
    return { user_id, username: user.before.username, permission, last_day };
  });
}

/** Since when uses have been recorded; null before the first. */
export async function recordedSince(reads: Reads): Promise<number | null> {
  const first = await reads.first(permissionUse, (select) => select.orderBy('id'));
  return first?.create_time ?? null;
}
