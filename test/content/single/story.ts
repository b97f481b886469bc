import { defineCollection, everyone, login, text } from 'quire-cms';

// What the front page leads with.
export default defineCollection({
  name: 'story',
  label: 'Story',
  path: '/v1/story',
  audit: 'full',
  fields: { title: text({ max: 80, required: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
