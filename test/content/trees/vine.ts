import { defineCollection, login, reference, text } from 'quire-cms';

/** Stands on another one, and must lean on one. */
export default defineCollection({
  name: 'vine',
  label: 'Vine',
  path: '/v1/vine',
  audit: 'none',
  fields: {
    name: text({ max: 40, required: true, unique: true }),
    on: reference('vine', { tree: true }),
    beside: reference('vine', { required: true }),
  },
  access: { read: login, create: login, update: login, delete: login },
});
