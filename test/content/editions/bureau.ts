import { defineCollection, everyone, login, text } from 'quire-cms';

/** Dispatches refer to it, so it cannot be deleted before them. */
export default defineCollection({
  name: 'bureau',
  label: 'Bureau',
  path: '/v1/bureau',
  audit: 'full',
  fields: { city: text({ max: 40 }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
