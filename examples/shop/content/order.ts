import {
  anyOf,
  choice,
  decimal,
  defineCollection,
  email,
  integer,
  login,
  ownRecords,
  permission,
  reference,
  refuse,
  superAdministrator,
  text,
} from 'quire-cms';

export default defineCollection({
  name: 'order',
  label: { en: 'Order', zh: '订单' },
  plural: { en: 'Orders', zh: '订单' },
  icon: 'receipt',
  color: 'orange',
  menu: { section: { en: 'Sales', zh: '销售' }, position: 20 },
  path: '/v1/order',
  audit: 'full',
  titleField: 'name',
  views: {
    states: { label: { en: 'By state', zh: '按状态' }, kind: 'board', by: 'state' },
    unsent: {
      label: { en: 'To be sent', zh: '待发货' },
      filter: { state: 'paid' },
      sort: 'create_time',
      columns: ['name', 'product', 'quantity', 'create_time'],
    },
  },
  fields: {
    product: reference('product', { required: true, label: { en: 'Product', zh: '商品' } }),
    quantity: integer({ min: 1, max: 100, default: 1, label: { en: 'Quantity', zh: '数量' } }),
    name: text({ max: 80, required: true, label: { en: 'Name', zh: '姓名' } }),
    email: email({ required: true, display: 'link', label: { en: 'E-mail', zh: '电子邮件' } }),
    total: decimal({
      precision: 10,
      scale: 2,
      write: superAdministrator,
      label: { en: 'Total', zh: '总计' },
    }),
    state: choice(['open', 'paid', 'sent', 'expired'], {
      label: { en: 'State', zh: '状态' },
      words: {
        open: { en: 'Open', zh: '待付款' },
        paid: { en: 'Paid', zh: '已付款' },
        sent: { en: 'Sent', zh: '已发货' },
        expired: { en: 'Expired', zh: '已过期' },
      },
      default: 'open',
      write: superAdministrator,
      colors: { open: 'yellow', paid: 'blue', sent: 'green', expired: 'gray' },
    }),
    place: text({
      max: 80,
      write: superAdministrator,
      help: { en: 'Where the parcel is.', zh: '包裹所在地。' },
      label: { en: 'Place', zh: '地点' },
    }),
  },
  access: {
    read: anyOf(ownRecords(login), permission('See all orders', 'see')),
    create: login,
    update: superAdministrator,
    delete: superAdministrator,
  },
  hooks: {
    async beforeCreate({ values, records }) {
      const product = await records.lock('product', values.product);
      if (!product || product.stock < values.quantity) refuse('Not enough of it is left', 'quantity');
      await records.update('product', product.id, { stock: product.stock - values.quantity });
      const cents = Math.round(Number(product.price) * 100) * values.quantity;
      return { total: (cents / 100).toFixed(2) };
    },
  },
});
