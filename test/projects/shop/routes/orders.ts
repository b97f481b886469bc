import { defineRoute, everyone, login, notFound, permission, refuse, Type } from 'quire-cms';

const common = { module: 'Shop' } as const;
const id = Type.Object({ id: Type.Id() });

/** What everybody sees; super administrators see what it costs the shop as well. */
export const offers = defineRoute({
  ...common,
  method: 'GET',
  path: '/v1/offers',
  label: 'List offers',
  access: everyone,
  query: Type.Object({ most: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })) }),
  answer: Type.Object({
    user: Type.String(),
    offers: Type.Array(
      Type.Object({ id: Type.Id(), name: Type.String(), cost: Type.Optional(Type.Nullable(Type.String())) }),
    ),
  }),
  async handle({ query, records, actor }) {
    const products = await records.where('product', {}, { sort: 'name', limit: query.most ?? 10 });
    return { user: actor.username, offers: products as never };
  },
});

export const cancel = defineRoute({
  ...common,
  method: 'POST',
  path: '/v1/order/:id/cancel',
  label: { en: 'Cancel an order', zh: '取消订单' },
  access: login,
  params: id,
  body: Type.Object({ reason: Type.String({ maxLength: 20 }) }),
  answer: Type.Object({ id: Type.Id(), state: Type.String() }),
  rights: 'server',
  async handle({ params, body, records, actor }) {
    const order = await records.find('order', { id: params.id, create_user_id: actor.id });
    if (!order) notFound();
    await records.update('order', order.id, { state: 'expired', note: body.reason });
    if (order.state !== 'open')
      refuse({ en: 'Only open orders can be cancelled', zh: '只能取消未付款的订单' }, 'state');
    return { id: order.id, state: 'expired' };
  },
});

export const rename = defineRoute({
  ...common,
  method: 'PATCH',
  path: '/v1/product/:id/name',
  label: 'Rename a product',
  access: login,
  params: id,
  body: Type.Object({ name: Type.String(), cost: Type.Optional(Type.String()) }),
  async handle({ params, body, records }) {
    await records.update('product', params.id, body);
  },
});

export const restock = defineRoute({
  ...common,
  method: 'POST',
  path: '/v1/product/:id/restock',
  label: 'Restock a product',
  access: permission('Edit products', 'product.edit'),
  params: id,
  body: Type.Object({
    amount: Type.Integer({ minimum: 1 }),
    lots: Type.Array(Type.Object({ no: Type.Id() })),
  }),
  status: 201,
  answer: Type.Object({ stock: Type.Integer(), lots: Type.Array(Type.Id()) }),
  isAtomic: false,
  async handle({ params, body, transaction }) {
    const stock = await transaction(async (records) => {
      const product = await records.lock('product', params.id);
      if (!product) notFound();
      const stock = Number(product.stock) + body.amount;
      await records.update('product', params.id, { stock });
      return stock;
    });
    return { stock, lots: body.lots.map(({ no }) => no) };
  },
});
