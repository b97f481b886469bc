import { choice, defineCollection, login, permission, reference } from 'quire-cms';

const manage = permission('Manage shelves', 'edit');

/** Of few sides, each product has one shelf each. */
export default defineCollection({
  name: 'shelf',
  label: 'Shelf',
  path: '/v1/shelf',
  audit: 'full',
  fields: {
    product: reference('product', { required: true }),
    side: choice(['left', 'right'], { required: true }),
  },
  unique: [['product', 'side']],
  access: { read: login, create: manage, update: manage, delete: manage },
});
