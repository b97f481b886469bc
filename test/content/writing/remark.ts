import { defineCollection, everyone, login, text } from 'quire-cms';

/** What strangers may leave behind. */
export default defineCollection({
  name: 'remark',
  label: 'Remark',
  path: '/v1/remark',
  audit: 'creation',
  fields: { words: text({ max: 20, default: '' }) },
  access: { read: everyone, create: everyone, update: login, delete: login },
});
