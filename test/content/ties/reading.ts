import { defineCollection, integer, login, reference, references } from 'quire-cms';

/** What leaves no trace when it goes. */
export default defineCollection({
  name: 'reading',
  label: 'Reading',
  path: '/v1/reading',
  audit: 'none',
  fields: {
    times: integer({ default: 0 }),
    essay_id: reference('essay', { onDelete: 'delete' }),
    about: references('topic', { required: true }),
  },
  access: { read: login, create: login, update: login, delete: login },
});
