import { defineCollection, login, longText, text } from 'quire-cms';

// News in several languages, published from drafts.
export default defineCollection({
  name: 'translated_news',
  label: '多语新闻',
  path: '/v1/translated-news',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({ max: 100, required: true, localised: true }),
    body: longText({ localised: true }),
    place: text({ max: 60, default: '' }),
  },
  access: { read: login, create: login, update: login, delete: login, drafts: login, publish: login },
});
