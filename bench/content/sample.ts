import { defineCollection, login, text } from 'quire-cms';

// Five short fields, and nothing kept of their past: what an import costs by itself.
export default defineCollection({
  name: 'sample',
  label: '样本',
  path: '/v1/sample',
  audit: 'none',
  fields: {
    code: text({ max: 40, required: true }),
    title: text({ max: 100, default: '' }),
    author: text({ max: 60, default: '' }),
    place: text({ max: 60, default: '' }),
    note: text({ max: 100, default: '' }),
  },
  access: { read: login, create: login, update: login, delete: login },
});
