import { defineCollection, login, ownRecords, permission, richText } from 'quire-cms';

/** Texts that show pictures, one of which not everybody may read. */
export default defineCollection({
  name: 'leaflet',
  label: 'Leaflet',
  path: '/v1/leaflet',
  audit: 'full',
  fields: {
    body: richText({ default: '' }),
    draft: richText({ format: 'markdown', default: '', read: permission('See drafts') }),
  },
  access: { read: ownRecords(login), create: login, update: ownRecords(login), delete: ownRecords(login) },
});
