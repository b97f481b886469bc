import { defineCollection, login, text } from 'quire-cms';

/** Who works. */
export default defineCollection({
  name: 'employee',
  label: 'Employee',
  path: '/v1/employee',
  audit: 'full',
  fields: { name: text({ max: 20, required: true }) },
  access: { read: login, create: login, update: login, delete: login },
});
