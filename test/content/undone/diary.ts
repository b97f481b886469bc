import { defineCollection, login, ownRecords, text } from 'quire-cms';

/** Records that only their maker sees. */
export default defineCollection({
  name: 'diary',
  label: 'Diary',
  path: '/v1/diary',
  audit: 'full',
  fields: { entry: text({ max: 20, default: '' }) },
  access: {
    read: ownRecords(login),
    create: login,
    update: ownRecords(login),
    delete: ownRecords(login),
    restore: ownRecords(login),
  },
});
