import { defineCollection, file, login, ownRecords, text } from 'quire-cms';

/** Read by its creator alone. */
export default defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'full',
  fields: { title: text({ max: 40, default: '' }), image: file() },
  access: {
    ...{ read: ownRecords(login), create: login, update: ownRecords(login), delete: ownRecords(login) },
    ...{ history: ownRecords(login), restore: ownRecords(login) },
  },
});
