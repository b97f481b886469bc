import { defineCollection, everyone, login, text } from 'quire-cms';

/** What stories are sorted by. */
export default defineCollection({
  name: 'section',
  label: 'Section',
  plural: 'Sections',
  path: '/v1/section',
  audit: 'full',
  fields: { name: text({ max: 60, required: true, unique: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
