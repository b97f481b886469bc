import { countedBy, type Figure } from '../../module/figure.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { Tally } from '../../shared/counting/tally.ts';
import { delivery } from './delivery.collection.ts';
import { WEBHOOK_STATES, webhook } from './webhook.collection.ts';

/** What came of a try to send a delivery: taken; an answer that refuses it; or no answer. */
export const SENDING_OUTCOMES = ['delivered', 'refused', 'unreachable'] as const;

/** Counts the tries of this process. */
export const makeSendingTally = (): Tally => new Tally(...SENDING_OUTCOMES);

/** How webhooks do: those that are paused, what waits to be sent and for how long, and what came of each try. */
export function webhookFigures({ database: { query, reads } }: RecordStore, sendings: Tally): Figure[] {
  const states = query
    .selectFrom(webhook.name)
    .groupBy('state')
    .select((e) => ['state', e.fn.countAll().as('webhooks')])
    .compile();
  const waiting = query
    .selectFrom(`${webhook.name} as w`)
    .innerJoin(`${delivery.name} as d`, 'd.webhook_id', 'w.id')
    .where('w.state', '=', 'active')
    .where('d.state', '=', 'waiting')
    .select((e) => [e.fn.countAll().as('deliveries'), e.fn.min('d.create_time').as('first')])
    .compile();
  return [
    {
      name: 'quire_webhooks',
      help: 'Webhooks by state.',
      kind: 'gauge',
      isShared: true,
      async read() {
        const found = new Map(
          (await reads.all(states)).map((record) => [record.state, Number(record.webhooks)]),
        );
        return WEBHOOK_STATES.map((state) => ({ labels: { state }, value: found.get(state) ?? 0 }));
      },
    },
    {
      name: 'quire_webhook_deliveries_waiting',
      help: 'Deliveries of active webhooks that were not taken yet.',
      kind: 'gauge',
      isShared: true,
      async read() {
        const [record] = await reads.all(waiting);
        return [{ value: Number(record?.deliveries ?? 0) }];
      },
    },
    {
      name: 'quire_webhook_lag_seconds',
      help: 'How long ago the first of these deliveries was made; 0 if there is none.',
      kind: 'gauge',
      isShared: true,
      async read() {
        const [record] = await reads.all(waiting);
        const first = record?.first ?? undefined;
        return [{ value: first === undefined ? 0 : Math.max(0, Date.now() - Number(first)) / 1000 }];
      },
    },
    {
      name: 'quire_webhook_sendings_total',
      help: 'Tries to send deliveries, by their outcome.',
      kind: 'counter',
      read: countedBy('outcome', sendings),
    },
  ];
}
