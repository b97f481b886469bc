import { defineCollection, login, reference, references, text } from 'quire-cms';

/** One reference of each form, to one and to many. */
export default defineCollection({
  name: 'essay',
  label: 'Essay',
  path: '/v1/essay',
  audit: 'full',
  fields: {
    title: text({ max: 20, default: '' }),
    writer_id: reference('writer', { onDelete: 'delete' }),
    first_topic_id: reference('topic', { onDelete: 'detach' }),
    topics: references('topic', { onDelete: 'detach', max: 5 }),
    sources: references('essay'),
  },
  access: { read: login, create: login, update: login, delete: login },
});
