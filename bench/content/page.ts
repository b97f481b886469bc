import { defineCollection, login, reference, text } from 'quire-cms';

/** A tree of many records. */
export default defineCollection({
  name: 'page',
  label: 'Page',
  path: '/v1/page',
  audit: 'full',
  fields: { title: text({ max: 40, required: true }), parent: reference('page', { tree: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
