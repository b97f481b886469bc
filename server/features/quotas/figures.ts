import { countedBy, type Figure } from '../../module/figure.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Tally } from '../../shared/counting/tally.ts';
import { quota, UNITS } from './quota.collection.ts';
import { quotaUse } from './quota-use.collection.ts';

/** Quotas, how many callers have used theirs up, and how many requests were refused for it. */
export function quotaFigures({ database: { query, reads } }: RecordStore, refusals: Tally): Figure[] {
  const quotas = query
    .selectFrom(quota.name)
    .groupBy('unit')
    .select((e) => ['unit', e.fn.countAll().as('found')])
    .compile();
  const usedUp = (now: number) =>
    query
      .selectFrom(`${quota.name} as q`)
      .innerJoin(`${quotaUse.name} as u`, 'u.quota_id', 'q.id')
      .where('u.end_time', '>', now)
      .whereRef('u.used', '>=', 'q.most')
      .groupBy('q.unit')
      .select((e) => ['q.unit as unit', e.fn.countAll().as('found')])
      .compile();
  const byUnit = async (statement: Parameters<typeof reads.all>[0]) => {
    const found = new Map((await reads.all(statement)).map((row) => [row.unit, Number(row.found)]));
    return UNITS.map((unit) => ({ labels: { unit }, value: found.get(unit) ?? 0 }));
  };
  return [
    {
      name: 'quire_quotas',
      help: 'Quotas by what they count.',
      kind: 'gauge',
      isShared: true,
      read: () => byUnit(quotas),
    },
    {
      name: 'quire_quotas_used_up',
      help: 'Callers who have used up a quota in its present window, by what it counts.',
      kind: 'gauge',
      isShared: true,
      read: () => byUnit(usedUp(Date.now())),
    },
    {
      name: 'quire_quota_refusals_total',
      help: 'Requests that were refused because a quota was used up, by what it counts.',
      kind: 'counter',
      read: countedBy('unit', refusals),
    },
  ];
}
