import { defineCollection, everyone, login, text } from 'quire-cms';

/** What the queries with text ids select from. */
export default defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'full',
  fields: { code: text({ max: 40 }), title: text({ max: 40 }), follows: text({ max: 40 }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
