import { defineCollection, everyone, login, text } from 'quire-cms';

/** A word that works are found by. */
export default defineCollection({
  name: 'theme',
  label: { en: 'Theme', zh: '主题' },
  path: '/v1/theme',
  audit: 'creation',
  fields: { word: text({ max: 40, required: true, searchable: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
