import { defineJob } from 'quire-cms';
import settings from '../settings.ts';

const DAY = 86_400_000;

export const expire = defineJob({
  name: 'expire',
  label: 'Expire orders that were not paid',
  schedule: { cron: '0 3 * * *', timeZone: 'Europe/Berlin' },
  async run({ records, transaction, time }) {
    const before = time - settings.PAYMENT_DAYS * DAY;
    for await (const { id } of records.each('order', { state: 'open', create_time: { lt: before } }))
      await transaction(async (records) => {
        const order = await records.lock('order', id);
        if (order?.state !== 'open') return;
        await records.update('order', id, { state: 'expired' });
        const product = await records.lock('product', order.product);
        if (product) await records.update('product', product.id, { stock: product.stock + order.quantity });
      });
  },
});
