import { decimal, defineCollection, everyone, file, integer, permission, slug, text } from 'quire-cms';

export default defineCollection({
  name: 'product',
  label: 'Product',
  path: '/v1/product',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true, searchable: true }),
    slug: slug({ from: 'name' }),
    price: decimal({ precision: 8, scale: 2, required: true }),
    stock: integer({ min: 0, default: 0 }),
    picture: file(),
  },
  access: {
    read: everyone,
    create: permission('Edit products', 'edit'),
    update: permission('Edit products', 'edit'),
    delete: permission('Edit products', 'edit'),
  },
});
