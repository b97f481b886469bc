import { defineCollection, email, login, text } from 'quire-cms';

export default defineCollection({
  name: 'keeper',
  label: { en: 'Keeper', zh: '保管员' },
  path: '/v1/keeper',
  audit: 'creation',
  fields: { name: text({ max: 60, required: true, searchable: true }), mail: email() },
  access: { read: login, create: login, update: login, delete: login },
});
