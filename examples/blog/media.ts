import { anyOf, defineCollection, everyone, file, login, ownRecords, permission, text } from 'quire-cms';

const own = anyOf(ownRecords(login), permission('Look after media', 'edit'));

export default defineCollection({
  name: 'media',
  label: { zh: '媒体', en: 'Media file' },
  plural: { zh: '媒体', en: 'Media files' },
  icon: 'image',
  color: 'purple',
  path: '/v1/media',
  audit: 'full',
  fields: {
    file: file({ required: true, accept: ['image/*', 'application/pdf'] }),
    title: text({ max: 120, required: true, searchable: true }),
    /** What it shows, for those who cannot see it. */
    alt: text({ max: 300, default: '' }),
  },
  access: { read: everyone, create: login, update: own, delete: own },
});
