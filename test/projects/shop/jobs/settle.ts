import { defineJob, Type } from 'quire-cms';

/** Settles an order, after the number of failures that its payload asks for. */
export const settle = defineJob({
  name: 'settle',
  label: { en: 'Settle an order', zh: '结算订单' },
  input: Type.Object({ order: Type.Id(), failing: Type.Integer({ minimum: 0 }) }),
  tries: 2,
  key: ({ order }) => String(order),
  async run({ input, tries, actor, delivery, transaction }) {
    await transaction(async (records) => {
      await records.update('order', input.order, { state: 'settled', note: `${actor.username} ${delivery}` });
      if (tries <= input.failing) throw new Error('the bank did not answer');
    });
  },
  async givenUp({ input, records, problem }) {
    await records.update('order', input.order, { state: 'stuck', note: (problem as Error).message });
  },
});
