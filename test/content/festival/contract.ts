import { defineCollection, permission, reference, superAdministrator, text } from 'quire-cms';

const readers = permission('See contracts');

export default defineCollection({
  name: 'contract',
  label: 'Contract',
  path: '/v1/contract',
  audit: 'none',
  fields: { film: reference('film', { onDelete: 'detach' }), words: text({ max: 40, default: '' }) },
  access: {
    read: readers,
    create: superAdministrator,
    update: superAdministrator,
    delete: superAdministrator,
  },
});
