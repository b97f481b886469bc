import { defineCollection, everyone, files, login, ownRecords, permission, text } from 'quire-cms';

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
    ...{ read: everyone, create: login, update: ownRecords(login), delete: ownRecords(login) },
    ...{ history: login, restore: login },
  },
});
