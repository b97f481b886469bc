import { defineCollection, login, recordsWhere, referredBy, text } from 'quire-cms';

export default defineCollection({
  name: 'studio',
  label: 'Studio',
  path: '/v1/studio',
  audit: 'full',
  fields: { name: text({ max: 40, required: true }) },
  waysBack: { films: referredBy('film.studio', { sort: 'title' }) },
  access: {
    read: recordsWhere(login, { name: { ne: 'hidden' } }),
    create: login,
    update: login,
    delete: login,
  },
});
