import { defineCollection, login, reference, text } from 'quire-cms';

/** Goes with what it stands under. */
export default defineCollection({
  name: 'branch',
  label: 'Branch',
  path: '/v1/branch',
  audit: 'full',
  fields: {
    name: text({ max: 40, required: true }),
    root: reference('branch', { tree: true, onDelete: 'delete' }),
  },
  access: { read: login, create: login, update: login, delete: login, trash: login, restore: login },
});
