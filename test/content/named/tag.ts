import { defineCollection, integer, login, ownRows, permission, text } from 'quire-cms';

/** What rows of another collection are named by: one key for everybody, one for few, of rows that only their maker sees. */
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
  access: { read: ownRows(login), create: login, update: login, delete: login },
});
