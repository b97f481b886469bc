import { defineCollection, everyone, login, text } from 'quire-cms';

/** Drafts of a later section of the menu, and of no icon. */
export default defineCollection({
  name: 'letter',
  label: { en: 'Letter', zh: '信' },
  menu: { section: { en: 'Press', zh: '新闻' }, position: 30 },
  path: '/v1/letter',
  audit: 'full',
  drafts: true,
  fields: { title: text({ max: 60, required: true }), place: text({ max: 60 }) },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    drafts: login,
    publish: login,
    trash: login,
    restore: login,
  },
});
