import { defineCollection, everyone, files, login, permission, text } from 'quire-cms';

/** Has a draft and a published version, each with pictures. */
export default defineCollection({
  name: 'issue',
  label: 'Issue',
  path: '/v1/issue',
  audit: 'full',
  drafts: true,
  fields: { title: text({ max: 40, required: true }), gallery: files({ accept: ['image/*'] }) },
  access: {
    ...{ read: everyone, create: login, update: login, delete: login },
    ...{ history: login, trash: login, restore: login },
    ...{ drafts: permission('See issues in the making', 'drafts'), publish: login },
  },
});
