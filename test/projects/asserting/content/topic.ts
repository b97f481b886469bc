import { defineCollection, everyone, superAdministrator, text } from 'quire-cms';

export default defineCollection({
  name: 'topic',
  label: 'Topic',
  path: '/v1/topic',
  audit: 'full',
  fields: { code: text({ max: 3, required: true, pattern: /[A-Z]{3}/ }) },
  access: {
    read: everyone,
    create: superAdministrator,
    update: superAdministrator,
    delete: superAdministrator,
  },
});
