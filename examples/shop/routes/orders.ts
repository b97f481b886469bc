import { Readable } from 'node:stream';
import { asFile, defineRoute, login, notFound, permission, reply, Type } from 'quire-cms';
import { askCarrier } from '../lib/carrier.ts';

export const track = defineRoute({
  method: 'POST',
  path: '/v1/order/:id/track',
  label: 'Track an order',
  module: 'Shop',
  access: login,
  rights: 'server',
  params: Type.Object({ id: Type.Id() }),
  answer: Type.Object({ place: Type.String() }),
  isAtomic: false,
  async handle({ params, actor, records, transaction }) {
    if (!(await records.exists('order', { id: params.id, create_user_id: actor.id }))) notFound();
    const place = await askCarrier(params.id);
    await transaction(async (records) => {
      const order = await records.lock('order', params.id);
      if (order?.state === 'sent') await records.update('order', order.id, { place });
    });
    return { place };
  },
});

export const report = defineRoute({
  method: 'GET',
  path: '/v1/order/report.csv',
  label: 'Read the report',
  module: 'Shop',
  access: permission('See all orders', 'order.see'),
  produces: 'text/csv',
  async handle({ records }) {
    const lines = async function* () {
      for await (const { id, state } of records.each('order')) yield `${id},${state}\n`;
    };
    const headers = { 'content-disposition': asFile('orders.csv') };
    return reply({ headers, body: Readable.from(lines()) });
  },
});
