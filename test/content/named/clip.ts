import { defineCollection, login, reference, references, text } from 'quire-cms';

/** Refers to one record, to many, and to its own kind. */
export default defineCollection({
  name: 'clip',
  label: { en: 'Clip', zh: '片段' },
  path: '/v1/clip',
  audit: 'full',
  fields: {
    title: text({ max: 20, required: true, unique: true }),
    tag: reference('tag'),
    tags: references('tag'),
    part_of: reference('clip'),
  },
  access: { read: login, create: login, update: login, delete: login },
});
