import { defineCollection, everyone, login, reference, text } from 'quire-cms';

/** Refers to items of every kind. */
export default defineCollection({
  name: 'mark',
  label: 'Marks',
  path: '/v1/mark',
  audit: 'full',
  fields: { word: text({ max: 20 }), item: reference('item', { onDelete: 'detach' }) },
  access: { read: everyone, create: login, update: login, delete: login, history: everyone },
});
