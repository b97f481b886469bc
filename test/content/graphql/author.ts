import { defineCollection, everyone, login, permission, reference, referredBy, text } from 'quire-cms';

/** Leads to a country and, by its way back, to articles. Few see its note. */
export default defineCollection({
  name: 'author',
  label: 'Author',
  path: '/v1/author',
  audit: 'full',
  fields: {
    name: text({ max: 50, required: true }),
    country: reference('country', { onDelete: 'refuse' }),
    note: text({
      max: 50,
      read: permission('See notes', 'notes'),
      write: permission('See notes', 'notes'),
    }),
  },
  waysBack: { articles: referredBy('article.author', { sort: 'title', limit: 3 }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
