import { defineCollection, everyone, file, login, permission, superAdministrator, text } from 'quire-cms';

export default defineCollection({
  name: 'paper',
  label: 'Paper',
  path: '/v1/paper',
  audit: 'full',
  fields: { title: text({ max: 20, required: true }), scan: file() },
  access: {
    read: everyone,
    create: login,
    update: permission('Edit papers', 'edit'),
    delete: superAdministrator,
  },
});
