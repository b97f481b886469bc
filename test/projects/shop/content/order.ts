import {
  choice,
  decimal,
  defineCollection,
  email,
  integer,
  login,
  ownRecords,
  reference,
  refuse,
  superAdministrator,
  text,
} from 'quire-cms';
import { settle } from '../jobs/settle.ts';

export default defineCollection({
  name: 'order',
  label: { en: 'Order', zh: '订单' },
  path: '/v1/order',
  audit: 'full',
  fields: {
    product: reference('product', { required: true }),
    quantity: integer({ min: 1, default: 1 }),
    total: decimal({ precision: 12, scale: 2 }),
    email: email(),
    state: choice(['open', 'paid', 'settled', 'stuck', 'expired'], { default: 'open' }),
    note: text({ max: 200 }),
  },
  access: {
    read: ownRecords(login),
    create: login,
    update: superAdministrator,
    delete: superAdministrator,
  },
  hooks: {
    async afterUpdate({ record, before, records }) {
      if (record.state !== 'paid' || before.state !== 'open') return;
      await records.enqueue(settle, { order: record.id, failing: Number(record.note || 0) });
      if (record.note === '999') refuse('this is too often', 'note');
    },
  },
});
