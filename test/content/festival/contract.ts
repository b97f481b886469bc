import { defineRecord, permission, reference, superAdministrator, text } from 'quire-cms';

const readers = permission('查看合同');

export default defineRecord({
  name: 'contract',
  label: '合同',
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
