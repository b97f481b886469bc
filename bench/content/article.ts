import { defineCollection, login, reference, text } from 'quire-cms';

// What large lists and richer writes are measured with: a reference, a unique field, a hook, an index to sort by.
export default defineCollection({
  name: 'article',
  label: '文章',
  path: '/v1/article',
  audit: 'full',
  fields: {
    code: text({ max: 40, required: true, unique: true }),
    title: text({ max: 100, default: '' }),
    summary: text({ max: 1000, default: '' }),
    writer_id: reference('writer', { required: true }),
  },
  indexes: [['create_time', 'id']],
  access: { read: login, create: login, update: login, delete: login },
  hooks: { beforeCreate: ({ values }) => ({ title: values.title?.trim() ?? '' }) },
});
