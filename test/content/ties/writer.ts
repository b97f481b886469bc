import { defineCollection, login, text } from 'quire-cms';

/** Whom everything hangs on. */
export default defineCollection({
  name: 'writer',
  label: 'Writer',
  path: '/v1/writer',
  audit: 'full',
  fields: { name: text({ max: 20, default: '' }) },
  access: { read: login, create: login, update: login, delete: login },
});
