import { defineCollection, everyone, integer, login, reference, referredBy, text } from 'quire-cms';

/** A word in the order of several languages at once. */
export default defineCollection({
  name: 'word',
  label: 'Word',
  path: '/v1/word',
  audit: 'full',
  fields: {
    code: text({ max: 80 }),
    english: text({ max: 80, collation: 'en', indexed: true }),
    german: text({ max: 80, collation: 'de' }),
    french: text({ max: 80, collation: 'fr' }),
    swedish: text({ max: 80, collation: 'sv', default: '' }),
    chinese: text({ max: 80, collation: 'zh' }),
    numbered: text({ max: 80, collation: 'en-u-kn', unique: true }),
    everywhere: text({ max: 80, collation: 'de', localised: true, searchable: true }),
    place: integer(),
    parent: reference('word', { onDelete: 'detach' }),
  },
  waysBack: { children: referredBy('word.parent', { sort: '-swedish' }) },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    restore: login,
    history: login,
    purge: login,
  },
});
