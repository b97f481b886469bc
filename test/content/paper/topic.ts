import { defineCollection, everyone, login, text } from 'quire-cms';

/** What articles refer to. */
export default defineCollection({
  name: 'topic',
  label: 'Topic',
  path: '/v1/topic',
  audit: 'none',
  fields: { name: text({ max: 30, required: true, localised: true }), code: text({ max: 10 }) },
  unique: [['code', 'name']],
  access: { read: everyone, create: login, update: login, delete: login },
});
