import { defineCollection, login, ownRecords, text } from 'quire-cms';

/** Everybody may change it, and only its owner sees it. */
export default defineCollection({
  name: 'memo',
  label: 'Memo',
  path: '/v1/memo',
  audit: 'full',
  fields: {
    code: text({ max: 20, required: true, unique: true }),
    mood: text({ max: 20 }),
  },
  access: {
    read: ownRecords(login),
    create: login,
    update: login,
    delete: ownRecords(login),
    history: login,
  },
});
