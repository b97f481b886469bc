import { defineCollection, login, longText, text } from 'quire-cms';

// The same as `translated_news`, in one language and without drafts.
export default defineCollection({
  name: 'news',
  label: '新闻',
  path: '/v1/news',
  audit: 'full',
  fields: {
    title: text({ max: 100, required: true }),
    body: longText(),
    place: text({ max: 60, default: '' }),
  },
  access: { read: login, create: login, update: login, delete: login },
});
