import { blocks, defineCollection, everyone, group, list, login, reference, text } from 'quire-cms';

/** Fields inside fields, with a published version and a draft. */
export default defineCollection({
  name: 'leaf',
  label: 'Leaf',
  path: '/v1/leaf',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({ max: 40, default: '' }),
    tags: list(text({ max: 20 }), { required: true }),
    parts: blocks({ link: group({ words: text({ max: 20, required: true }), to: reference('leaf') }) }),
  },
  access: {
    ...{ read: everyone, create: login, update: login, delete: login, history: everyone },
    ...{ drafts: login, publish: login },
  },
});
