import { defineCollection, everyone, longText, references, richText, text } from 'quire-cms';

/** What a public site has: articles that anyone reads, and that name related ones. */
export default defineCollection({
  name: 'article',
  label: 'Article',
  path: '/v1/article',
  audit: 'creation',
  fields: {
    title: text({ max: 50, default: '', searchable: true }),
    body: longText({ default: '', searchable: true }),
    notes: richText({ default: '' }),
    related: references('article'),
  },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});
