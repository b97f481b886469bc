import { defineCollection, everyone, login, text } from 'quire-cms';

/** The far end of a chain of references: novel → author → country. */
export default defineCollection({
  name: 'country',
  label: 'Country',
  path: '/v1/country',
  audit: 'full',
  fields: { name: text({ max: 20, required: true, unique: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
