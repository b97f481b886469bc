import { defineCollection, everyone, login, text } from 'quire-cms';

/** What stories are about. */
export default defineCollection({
  name: 'topic',
  label: 'Topic',
  plural: 'Topics',
  path: '/v1/topic',
  audit: 'creation',
  fields: { name: text({ max: 60, required: true, unique: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
