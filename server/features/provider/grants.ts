import {
  type Actor,
  type App,
  apiKey,
  digestKey,
  makeKeyText,
  reachOfScope,
  revokeWhere,
} from '../../access/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';

/** How long an access token is valid, in seconds. */
export const ACCESS_S = 3600;
/** How long an app may stay away without losing a consent that lasts, in seconds. */
export const IDLE_S = 30 * 86_400;
/** The word of the protocol for a consent that lasts beyond the visit. */
export const LASTING = 'offline_access';

const LASTING_MS = 180 * DAY_MS;
/** Long enough for the only access token of a consent, and for fetching it. */
const BRIEF_MS = HOUR_MS + 600_000;
/** The most living consents of one person; the oldest make room. */
const MOST_GRANTS = 50;

/** Keeps what a person consented to: a key of theirs that the app uses. Answers its id, by which log and history name the app. */
export async function addGrant(
  writes: Writes,
  { id: userId, proof }: Actor,
  { id: app_id, name }: App,
  scopes: readonly string[],
): Promise<bigint> {
  const known = await writes.where(apiKey, (select) =>
    select
      .where('user_id', '=', userId)
      .where('app_id', 'is not', null)
      .orderBy('id', 'desc')
      .offset(MOST_GRANTS - 1)
      .limit(20),
  );
  const oldest = known.map((one) => one.id);
  if (oldest.length > 0) await revokeWhere(writes, (select) => select.where('id', 'in', oldest));
  const scope = scopes.join(' ');
  const { reads, writes: written, permissions } = reachOfScope(scope);
  return writes.create(apiKey, {
    user_id: userId,
    name,
    ...digestKey(makeKeyText()), // nobody learns this text: only tokens lead to the grant
    permissions: [...permissions],
    collections: reads === 'all' ? null : [...reads],
    read_only: written !== 'all' && written.size === 0,
    app_id,
    scope,
    by_provider: proof?.isByProvider ?? false,
    expire_time: writes.context.now + (scopes.includes(LASTING) ? LASTING_MS : BRIEF_MS),
  });
}
