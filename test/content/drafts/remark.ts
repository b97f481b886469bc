import { defineCollection, everyone, login, reference, text } from 'quire-cms';

/** Refers to a collection with drafts, and has none itself. */
export default defineCollection({
  name: 'remark',
  label: 'Remark',
  path: '/v1/remark',
  audit: 'full',
  fields: { words: text({ max: 50 }), essay: reference('essay', { onDelete: 'delete' }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
