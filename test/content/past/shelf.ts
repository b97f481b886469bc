import { defineCollection, login, text } from 'quire-cms';

/** What papers refer to; its past is nobody's but the super administrators'. */
export default defineCollection({
  name: 'shelf',
  label: 'Shelf',
  path: '/v1/shelf',
  audit: 'full',
  fields: { name: text({ max: 20, required: true, unique: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
