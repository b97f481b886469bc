import type { FindConcerns } from '../../module/concern.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { message } from './messages/message.ts';
import { webhook } from './webhook.collection.ts';

/** Webhooks that are paused, and those whose receivers take nothing at present. */
export function webhookConcerns({ database: { query, reads } }: RecordStore): FindConcerns {
  const counted = query.selectFrom(webhook.name).select((e) => e.fn.countAll().as('webhooks'));
  const paused = counted.where('state', '=', 'paused').compile();
  const failing = counted.where('state', '=', 'active').where('failing_since', 'is not', null).compile();
  return async () => {
    const [[isPaused], [fails]] = [await reads.all(paused), await reads.all(failing)];
    const found = [
      { count: Number(isPaused?.webhooks), key: 'webhooksPaused' },
      { count: Number(fails?.webhooks), key: 'webhooksFailing' },
    ] as const;
    return found
      .filter(({ count }) => count > 0)
      .map(({ count, key }) => ({ text: message(key, { count }), page: '/admin/webhooks' }));
  };
}
