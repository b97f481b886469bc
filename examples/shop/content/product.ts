import { decimal, defineCollection, everyone, file, integer, permission, slug, text } from 'quire-cms';

export default defineCollection({
  name: 'product',
  label: 'Product',
  plural: 'Products',
  icon: 'package',
  color: 'teal',
  menu: { section: 'Catalogue', position: 10 },
  path: '/v1/product',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true, searchable: true }),
    slug: slug({ from: 'name' }),
    price: decimal({ precision: 8, scale: 2, required: true }),
    stock: integer({ min: 0, max: 10_000, default: 0, display: 'progress' }),
    picture: file(),
  },
  access: {
    read: everyone,
    create: permission('Edit products', 'edit'),
    update: permission('Edit products', 'edit'),
    delete: permission('Edit products', 'edit'),
  },
});
