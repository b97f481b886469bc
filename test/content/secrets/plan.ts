import { defineCollection, permission, text } from 'quire-cms';

export default defineCollection({
  name: 'plan',
  label: 'Plan',
  path: '/v1/plan',
  audit: 'full',
  fields: { title: text({ max: 20, required: true }) },
  access: {
    read: permission('See plans'),
    create: permission('Make plans'),
    update: permission('Change plans'),
    delete: permission('Delete plans'),
  },
});
