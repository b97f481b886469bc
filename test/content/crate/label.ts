import { defineCollection, file, login } from 'quire-cms';

/** Has no trash. */
export default defineCollection({
  name: 'label',
  label: 'Label',
  path: '/v1/label',
  audit: 'creation',
  fields: { print: file({ onRecordPurge: 'purge' }) },
  access: { read: login, create: login, update: login, delete: login },
});
