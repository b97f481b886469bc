import { defineCollection, everyone, login, reference, text } from 'quire-cms';

/** Refers to dispatches: readers get there by another collection's list. */
export default defineCollection({
  name: 'remark',
  label: 'Remark',
  path: '/v1/remark',
  audit: 'full',
  fields: { words: text({ max: 40 }), dispatch: reference('dispatch', { onDelete: 'delete' }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
