import { defineJob, Type } from 'quire-cms';
import settings from '../settings.ts';

export const ship = defineJob({
  name: 'ship',
  label: 'Hand an order to the carrier',
  input: Type.Object({ order: Type.Id() }),
  async run({ input, records, delivery, signal }) {
    const order = await records.find('order', input.order);
    if (order?.state !== 'paid') return;
    const headers = { 'idempotency-key': delivery };
    const answer = await fetch(settings.CARRIER_URL, { method: 'POST', headers, signal });
    if (!answer.ok) throw new Error(`the carrier answered ${answer.status}`);
    await records.update('order', order.id, { state: 'sent' });
  },
});
