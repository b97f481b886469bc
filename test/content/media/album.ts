import { defineCollection, everyone, files, login, ownRows, permission, text } from 'quire-cms';

export default defineCollection({
  name: 'album',
  label: 'Album',
  path: '/v1/album',
  audit: 'full',
  fields: {
    title: text({ max: 40, default: '' }),
    images: files({ accept: ['image/*'], required: true, min: 2, max: 4 }),
    papers: files({ onDelete: 'detach' }),
    drafts: files({ read: permission('See sketches'), onDelete: 'detach' }),
  },
  access: {
    ...{ read: everyone, create: login, update: ownRows(login), delete: ownRows(login) },
    ...{ history: login, restore: login },
  },
});
