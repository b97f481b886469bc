import { defineCollection, login, text } from 'quire-cms';

/** Whom articles name; without a history. */
export default defineCollection({
  name: 'writer',
  label: 'Writer',
  path: '/v1/writer',
  audit: 'none',
  fields: { name: text({ max: 50, required: true, unique: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
