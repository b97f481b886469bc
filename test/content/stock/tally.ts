import { defineCollection, everyone, login, text } from 'quire-cms';

/** Records without a past, which everybody may make. */
export default defineCollection({
  name: 'tally',
  label: 'Tally',
  path: '/v1/tally',
  audit: 'none',
  fields: { word: text({ max: 20, required: true }) },
  access: { read: everyone, create: everyone, update: login, delete: login },
});
