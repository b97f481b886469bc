import { defineCollection, everyone, login, text } from 'quire-cms';

/** Everybody's to read, and without a past. */
export default defineCollection({
  name: 'stamp',
  label: 'Stamp',
  path: '/v1/stamp',
  audit: 'creation',
  fields: { word: text({ max: 20, default: '' }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
