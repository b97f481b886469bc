import { defineCollection, everyone, text } from 'quire-cms';

/** Records whose deleted ones are kept. */
export default defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'full',
  fields: { title: text({ max: 50, default: '' }) },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});
