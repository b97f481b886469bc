import { defineCollection, login, text } from 'quire-cms';

/** Nothing says how it should look. */
export default defineCollection({
  name: 'person',
  label: { en: 'Person', zh: '人' },
  path: '/v1/person',
  audit: 'none',
  fields: { name: text({ max: 60, required: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
