import { defineCollection, integer, login, ownRecords, permission, text } from 'quire-cms';

/** What records of another collection are named by: one key for everybody, one for few, of records that only their maker sees. */
export default defineCollection({
  name: 'tag',
  label: { en: 'Tag', zh: '标签' },
  path: '/v1/tag',
  audit: 'full',
  fields: {
    slug: text({ max: 20, required: true, unique: true }),
    year: integer({ unique: true }),
    code: text({ max: 20, unique: true, read: permission('See codes', 'code') }),
    words: text({ max: 20 }),
  },
  access: { read: ownRecords(login), create: login, update: login, delete: login },
});
