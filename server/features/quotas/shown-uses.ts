import { apiKey, group, user } from '../../access/index.ts';
import type { Reads } from '../../records/store/reads.ts';
import type { Quota } from './quota.collection.ts';
import { quotaUse } from './quota-use.collection.ts';

/** How many callers are shown for each quota, and how many uses are looked at. */
const SHOWN = 5;
const MOST_READ = 2000;

interface ShownUse {
  readonly user: string;
  readonly used: bigint;
}

/** What keys, users and groups of quotas are called. */
export async function namesOf(reads: Reads, quotas: readonly Quota[]): Promise<Map<Quota, string>> {
  const found = new Map<Quota, string>();
  for (const [holder, definition, column] of [
    ['key', apiKey, 'name'],
    ['user', user, 'username'],
    ['group', group, 'name'],
  ] as const) {
    const wanted = quotas.filter((one) => one.holder === holder);
    const names = await namesById(
      reads,
      definition,
      column,
      wanted.map(({ holder_id }) => holder_id),
    );
    for (const one of wanted) {
      const name = names.get(one.holder_id);
      if (name !== undefined) found.set(one, name);
    }
  }
  return found;
}

/** Who has used most of each quota in the present window, by the quota's id. */
export async function topUses(
  reads: Reads,
  quotas: readonly Quota[],
  now: number,
): Promise<Map<bigint, ShownUse[]>> {
  if (quotas.length === 0) return new Map();
  const uses = await reads.where(quotaUse, (select) =>
    select.where('end_time', '>', now).orderBy('used', 'desc').orderBy('id').limit(MOST_READ),
  );
  const byQuota = Map.groupBy(uses, ({ quota_id }) => quota_id);
  const shown = [...byQuota].map(([id, ofQuota]) => [id, ofQuota.slice(0, SHOWN)] as const);
  const userIds = shown.flatMap(([, some]) => some.map(({ user_id }) => user_id)).filter((id) => id !== 0n);
  const names = await namesById(reads, user, 'username', userIds);
  return new Map(
    shown.map(([id, some]) => [
      id,
      some.map(({ user_id, network, used }) => ({
        user: user_id === 0n ? network : (names.get(user_id) ?? String(user_id)),
        used,
      })),
    ]),
  );
}

async function namesById(
  reads: Reads,
  definition: typeof apiKey | typeof user | typeof group,
  column: 'name' | 'username',
  ids: readonly bigint[],
): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map();
  const records = await reads.where(definition, (select) => select.where('id', 'in', [...new Set(ids)]));
  return new Map(records.map((record) => [record.id, String((record as Record<string, unknown>)[column])]));
}
