import { defineCollection, login, ownRows, reference, superAdministrator, text } from 'quire-cms';

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
  access: { read: ownRows(login), create: login, update: ownRows(login), delete: ownRows(login) },
});
