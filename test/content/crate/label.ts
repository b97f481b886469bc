import { defineRecord, file, login } from 'quire-cms';

/** Has no trash. */
export default defineRecord({
  name: 'label',
  label: '标签',
  path: '/v1/label',
  audit: 'creation',
  fields: { print: file({ onRowPurge: 'purge' }) },
  access: { read: login, create: login, update: login, delete: login },
});
