import { defineCollection, everyone, login, text } from 'quire-cms';

export default defineCollection({
  name: 'country',
  label: 'Country',
  path: '/v1/country',
  audit: 'full',
  fields: { name: text({ max: 50, required: true, unique: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
