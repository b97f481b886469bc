import { defineCollection, login, text } from 'quire-cms';

// The same with who, when and history.
export default defineCollection({
  name: 'kept_sample',
  label: '留史样本',
  path: '/v1/kept-sample',
  audit: 'full',
  fields: {
    code: text({ max: 40, required: true }),
    title: text({ max: 100, default: '' }),
    author: text({ max: 60, default: '' }),
    place: text({ max: 60, default: '' }),
    note: text({ max: 100, default: '' }),
  },
  access: { read: login, create: login, update: login, delete: login },
});
