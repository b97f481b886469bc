import { defineCollection, login, ownRows, permission, richText } from 'quire-cms';

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
  access: { read: ownRows(login), create: login, update: ownRows(login), delete: ownRows(login) },
});
