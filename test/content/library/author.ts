import { defineCollection, login, reference, text } from 'quire-cms';

/** References to others and to its own kind, and a field that nobody may see. */
export default defineCollection({
  name: 'author',
  label: 'Author',
  path: '/v1/author',
  audit: 'full',
  fields: {
    name: text({ max: 20, required: true, indexed: true }),
    pin: text({ max: 20, secret: true }),
    country: reference('country'),
    mentor: reference('author'),
    agent: reference('agent'),
  },
  access: { read: login, create: login, update: login, delete: login },
});
