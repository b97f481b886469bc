import {
  decimal,
  defineCollection,
  everyone,
  integer,
  permission,
  superAdministrator,
  text,
} from 'quire-cms';

export default defineCollection({
  name: 'product',
  label: { en: 'Product', zh: '商品' },
  path: '/v1/product',
  audit: 'full',
  fields: {
    name: text({ max: 60, required: true, unique: true }),
    price: decimal({ precision: 10, scale: 2, required: true }),
    stock: integer({ default: 0 }),
    /** What the shop itself pays. */
    cost: decimal({ precision: 10, scale: 2, read: superAdministrator, write: superAdministrator }),
  },
  access: {
    read: everyone,
    create: permission('Edit products', 'edit'),
    update: permission('Edit products', 'edit'),
    delete: superAdministrator,
  },
});
