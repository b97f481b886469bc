import { appendFileSync } from 'node:fs';
import { decimal, defineCollection, integer, login, refuse } from 'quire-cms';

/** Notes each call of its hook after the commit in a file, as a receiver elsewhere would. */
export default defineCollection({
  name: 'order_line',
  label: 'Order line',
  path: '/v1/order',
  audit: 'full',
  fields: {
    number: integer({ default: 0 }),
    step: integer({ default: 0 }),
    price: decimal({ precision: 18, scale: 2 }),
  },
  access: { read: login, create: login, update: login, delete: login },
  hooks: {
    afterCreate({ record }) {
      if (record.number % 5 === 4) refuse('not this one');
    },
    afterCommit({ action, record, before, delivery }) {
      const told = [
        delivery,
        action,
        record.id,
        record.number,
        record.step,
        record.price,
        before?.step ?? '-',
      ];
      appendFileSync(process.env.TEST_DELIVERIES ?? '', `${told.join(' ')}\n`);
    },
  },
});
