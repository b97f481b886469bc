import { defineCollection, login, text } from 'quire-cms';

/** Keeps no past. */
export default defineCollection({
  name: 'stamp',
  label: 'Stamp',
  path: '/v1/stamp',
  audit: 'creation',
  fields: { name: text({ max: 20, default: '' }) },
  access: { read: login, create: login, update: login, delete: login },
});
