import { defineCollection, login, longText, permission, text } from 'quire-cms';

/** All who signed in read it, but not the one field that is searched. */
export default defineCollection({
  name: 'diary',
  label: 'Diary',
  path: '/v1/diary',
  audit: 'none',
  search: ['entry'],
  fields: { day: text({ max: 20 }), entry: longText({ read: permission('Read entries') }) },
  access: { read: login, create: login, update: login, delete: login },
});
