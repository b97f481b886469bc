import { defineCollection, everyone, login, reference, text } from 'quire-cms';

/** A tree whose slugs are unique below each parent, at the top as well; and what every user has once. */
export default defineCollection({
  name: 'page',
  label: 'Page',
  path: '/v1/page',
  audit: 'full',
  fields: {
    parent: reference('page'),
    slug: text({ max: 40, required: true }),
    language: text({ max: 5 }),
    place: text({ max: 20 }),
    theme: text({ max: 20 }),
  },
  unique: [
    { fields: ['parent', 'slug', 'language'], nulls: 'equal' },
    { fields: ['parent', 'place'], nulls: 'distinct' },
    ['theme', 'create_user_id'],
  ],
  access: { read: everyone, create: login, update: login, delete: login },
});
