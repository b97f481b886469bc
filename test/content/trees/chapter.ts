import { defineCollection, login, permission, reference, text } from 'quire-cms';

/** A tree with drafts. */
export default defineCollection({
  name: 'chapter',
  label: 'Chapter',
  path: '/v1/chapter',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({ max: 40, required: true }),
    under: reference('chapter', { tree: true }),
  },
  access: {
    read: login,
    create: permission('Write chapters', 'write'),
    update: permission('Write chapters', 'write'),
    delete: permission('Write chapters', 'write'),
    drafts: permission('Write chapters', 'write'),
    publish: permission('Write chapters', 'write'),
  },
});
