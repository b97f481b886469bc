import { defineCollection, login, ownRecords, text } from 'quire-cms';

/** Records that their owners alone see and write. */
export default defineCollection({
  name: 'diary',
  label: 'Diary',
  path: '/v1/diary',
  audit: 'full',
  fields: { title: text({ max: 50, required: true }) },
  access: { read: ownRecords(login), create: login, update: ownRecords(login), delete: ownRecords(login) },
});
