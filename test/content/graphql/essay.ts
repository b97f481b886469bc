import { defineCollection, everyone, login, permission, text } from 'quire-cms';

/** A collection with drafts and languages. */
export default defineCollection({
  name: 'essay',
  label: 'Essay',
  path: '/v1/essay',
  audit: 'full',
  drafts: true,
  fields: { title: text({ max: 50, required: true, localised: true }), note: text({ max: 50 }) },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    drafts: login,
    publish: permission('Publish essays', 'publish'),
  },
});
