import { defineCollection, login, position, text } from 'quire-cms';

/** In the order in which people put them. */
export default defineCollection({
  name: 'stop',
  label: 'Stop',
  path: '/v1/stop',
  audit: 'none',
  fields: { name: text({ max: 50, required: true }), place: position({ sortsLists: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
