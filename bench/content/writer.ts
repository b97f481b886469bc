import { defineRecord, login, text } from 'quire-cms';

export default defineRecord({
  name: 'writer',
  label: '作者',
  path: '/v1/writer',
  audit: 'full',
  fields: { name: text({ max: 60, required: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
