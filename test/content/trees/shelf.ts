import { defineCollection, login, reference, text } from 'quire-cms';

/** Loses what it stands under. */
export default defineCollection({
  name: 'shelf',
  label: 'Shelf',
  path: '/v1/shelf',
  audit: 'none',
  fields: {
    name: text({ max: 40, required: true }),
    within: reference('shelf', { tree: true, onDelete: 'detach' }),
    page: reference('page'),
  },
  access: { read: login, create: login, update: login, delete: login },
});
