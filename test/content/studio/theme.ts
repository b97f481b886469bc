import { defineCollection, everyone, login, text } from 'quire-cms';

/** A word that works are found by. */
export default defineCollection({
  name: 'theme',
  label: { en: 'Theme', zh: '主题' },
  path: '/v1/theme',
  audit: 'creation',
  views: {
    early: {
      label: { en: 'Early words', zh: '靠前的词' },
      isFirst: true,
      filter: { or: [{ word: { starts: 'a' } }, { word: { in: ['birds', 'boats'] }, id: { gt: 0 } }] },
      sort: '-word',
    },
  },
  fields: { word: text({ max: 40, required: true, searchable: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
