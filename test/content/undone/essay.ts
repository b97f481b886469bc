import { defineCollection, everyone, login, text } from 'quire-cms';

/** A collection with drafts. */
export default defineCollection({
  name: 'essay',
  label: 'Essay',
  path: '/v1/essay',
  audit: 'full',
  drafts: true,
  fields: { title: text({ max: 40, required: true }), body: text({ max: 40, default: '' }) },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    restore: login,
    drafts: login,
    publish: login,
  },
});
