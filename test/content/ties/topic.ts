import { defineCollection, login, text } from 'quire-cms';

/** What may be taken away from under others. */
export default defineCollection({
  name: 'topic',
  label: 'Topic',
  path: '/v1/topic',
  audit: 'full',
  fields: { name: text({ max: 20, default: '' }) },
  access: { read: login, create: login, update: login, delete: login },
});
