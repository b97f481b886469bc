import { defineCollection, login, reference, text } from 'quire-cms';

/** A tree: branches go with the one that they grow on, and what grew there comes back with it. */
export default defineCollection({
  name: 'branch',
  label: 'Branch',
  path: '/v1/branch',
  audit: 'full',
  fields: {
    name: text({ max: 40, required: true, unique: true }),
    parent: reference('branch', { onDelete: 'delete' }),
  },
  access: { read: login, create: login, update: login, delete: login, restore: login },
});
