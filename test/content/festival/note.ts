import { defineCollection, login, ownRecords, reference, superAdministrator, text } from 'quire-cms';

export default defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'full',
  fields: {
    film: reference('film', { onDelete: 'detach' }),
    closed_film: reference('film', { onDelete: 'detach', read: superAdministrator }),
    words: text({ max: 40, default: '' }),
  },
  access: { read: ownRecords(login), create: login, update: ownRecords(login), delete: ownRecords(login) },
});
