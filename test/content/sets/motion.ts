import { defineCollection, login, text } from 'quire-cms';

/** A motion becomes law by the project's own code, which needs no approval. */
export default defineCollection({
  name: 'motion',
  label: 'Motion',
  path: '/v1/motion',
  audit: 'full',
  fields: { title: text({ max: 50, required: true }) },
  hooks: {
    async afterCreate({ record, records }) {
      await records.create('law', { title: record.title });
    },
  },
  access: { read: login, create: login, update: login, delete: login },
});
