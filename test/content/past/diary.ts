import { defineCollection, login, ownRecords, text } from 'quire-cms';

/** Records that only their maker may see, with a past that everybody who signed in may ask for. */
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
    history: login,
    trash: login,
    restore: login,
    purge: login,
  },
});
