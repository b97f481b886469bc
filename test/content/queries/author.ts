import { defineCollection, everyone, login, permission, text } from 'quire-cms';

export default defineCollection({
  name: 'author',
  label: 'Author',
  path: '/v1/author',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true }),
    address: text({ max: 200, read: permission('Read addresses', 'addresses') }),
  },
  access: { read: everyone, create: login, update: login, delete: login },
});
