import { defineCollection, login, text } from 'quire-cms';

export default defineCollection({
  name: 'writer',
  label: '作者',
  path: '/v1/writer',
  audit: 'full',
  fields: { name: text({ max: 60, required: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
