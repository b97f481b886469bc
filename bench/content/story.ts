import { defineCollection, login, richText, text } from 'quire-cms';

// What searches are measured with.
export default defineCollection({
  name: 'story',
  label: '报道',
  path: '/v1/story',
  audit: 'full',
  search: ['title', 'body'],
  fields: { title: text({ max: 200, default: '' }), body: richText({ format: 'html', default: '' }) },
  access: { read: login, create: login, update: login, delete: login },
});
