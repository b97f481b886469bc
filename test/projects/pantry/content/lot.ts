import { date, defineCollection, integer, login, permission, reference, text } from 'quire-cms';

const store = permission('Store lots', 'edit');

/** Two references lead to products, which tell each other apart by a code. */
export default defineCollection({
  name: 'lot',
  label: 'Lot',
  path: '/v1/lot',
  audit: 'full',
  fields: {
    number: integer({ min: 1, required: true, unique: true }),
    mark: text({ max: 9, required: true, pattern: /[A-F]{2}(?:-\d{1,3})?/ }),
    product: reference('product', { required: true }),
    replacement: reference('product', { required: true }),
    best_before: date({ required: true }),
  },
  unique: [['product', 'best_before']],
  access: { read: login, create: store, update: store, delete: store },
});
