import { defineCollection, login, ownRows, text } from 'quire-cms';

export default defineCollection({
  name: 'diary',
  label: 'Diary',
  path: '/v1/diary',
  audit: 'full',
  fields: { title: text({ max: 20, required: true }) },
  access: { read: ownRows(login), create: login, update: ownRows(login), delete: ownRows(login) },
});
