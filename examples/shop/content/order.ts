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
  label: 'Order',
  plural: 'Orders',
  icon: 'receipt',
  color: 'orange',
  menu: { section: 'Sales', position: 20 },
  path: '/v1/order',
  audit: 'full',
  titleField: 'name',
  fields: {
    product: reference('product', { required: true }),
    quantity: integer({ min: 1, max: 100, default: 1 }),
    name: text({ max: 80, required: true }),
    email: email({ required: true, display: 'link' }),
    total: decimal({ precision: 10, scale: 2, write: superAdministrator }),
    state: choice(['open', 'paid', 'sent', 'expired'], {
      default: 'open',
      write: superAdministrator,
      colors: { open: 'yellow', paid: 'blue', sent: 'green', expired: 'gray' },
    }),
    place: text({ max: 80, write: superAdministrator, help: 'Where the parcel is.' }),
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
