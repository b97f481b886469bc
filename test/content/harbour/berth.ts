import { defineCollection, integer, login, permission, reference, text } from 'quire-cms';

/** Read by all members, kept by few; nothing says how it should look. */
export default defineCollection({
  name: 'berth',
  label: 'Berth',
  path: '/v1/berth',
  audit: 'full',
  fields: {
    sign: text({ max: 20, required: true, unique: true, searchable: true }),
    depth: integer({ default: 5 }),
    beside: reference('berth', { onDelete: 'detach' }),
  },
  access: {
    read: login,
    create: permission('Keep berths', 'keep'),
    update: permission('Keep berths', 'keep'),
    delete: permission('Keep berths', 'keep'),
  },
});
