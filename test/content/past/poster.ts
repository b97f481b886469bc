import { defineCollection, everyone, login, permission, text } from 'quire-cms';

/** Everybody's to read as it is; as it was only for those who were granted it. */
export default defineCollection({
  name: 'poster',
  label: 'Poster',
  path: '/v1/poster',
  audit: 'full',
  fields: { text: text({ max: 20, default: '' }) },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    history: permission('See the history of posters'),
  },
});
