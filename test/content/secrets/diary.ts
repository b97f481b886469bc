import { defineCollection, login, ownRecords, text } from 'quire-cms';

export default defineCollection({
  name: 'diary',
  label: 'Diary',
  path: '/v1/diary',
  audit: 'full',
  fields: { title: text({ max: 20, required: true }) },
  access: { read: ownRecords(login), create: login, update: ownRecords(login), delete: ownRecords(login) },
});
