import { defineCollection, login, text } from 'quire-cms';

/** What was sent when a booking could no longer be undone. */
export default defineCollection({
  name: 'letter',
  label: 'Letter',
  path: '/v1/letter',
  audit: 'creation',
  fields: { text: text({ max: 100, required: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
