import { defineCollection, login, position, reference, text } from 'quire-cms';

/** Changed by change sets alone. */
export default defineCollection({
  name: 'law',
  label: 'Law',
  path: '/v1/law',
  audit: 'full',
  reviewed: true,
  fields: {
    title: text({ max: 50, required: true, unique: true }),
    writer: reference('writer', { onDelete: 'detach' }),
    place: position(),
  },
  access: { read: login, create: login, update: login, delete: login },
});
