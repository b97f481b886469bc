import { defineCollection, everyone, login, permission, reference, text } from 'quire-cms';

/** Everybody reads the records, and few know what stands under what. */
export default defineCollection({
  name: 'nook',
  label: 'Nook',
  path: '/v1/nook',
  audit: 'none',
  fields: {
    name: text({ max: 40, required: true }),
    beneath: reference('nook', { tree: true, read: permission('Know nooks') }),
  },
  access: { read: everyone, create: login, update: login, delete: login },
});
