import { defineCollection, integer, login, text } from 'quire-cms';

/** Things in stock. */
export default defineCollection({
  name: 'item',
  label: 'Item',
  path: '/v1/item',
  audit: 'full',
  fields: { name: text({ max: 20, default: '' }), stock: integer({ min: 0, default: 100 }) },
  access: { read: login, create: login, update: login, delete: login },
});
