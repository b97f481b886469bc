import { defineCollection, everyone, permission, reference, text } from 'quire-cms';

const manage = permission('Manage products', 'edit');

export default defineCollection({
  name: 'product',
  label: 'Product',
  path: '/v1/product',
  audit: 'full',
  fields: {
    sku: text({ max: 12, required: true, unique: true, pattern: /[A-Z]{3}-\d{3}/ }),
    depot: reference('depot', { required: true }),
  },
  access: { read: everyone, create: manage, update: manage, delete: manage },
});
