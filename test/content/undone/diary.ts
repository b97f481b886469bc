import { defineCollection, login, ownRows, text } from 'quire-cms';

/** Rows that only their maker sees. */
export default defineCollection({
  name: 'diary',
  label: 'Diary',
  path: '/v1/diary',
  audit: 'full',
  fields: { entry: text({ max: 20, default: '' }) },
  access: {
    read: ownRows(login),
    create: login,
    update: ownRows(login),
    delete: ownRows(login),
    restore: ownRows(login),
  },
});
