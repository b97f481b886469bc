import { defineCollection, login, permission, text } from 'quire-cms';

/** What only some may read, while everybody may read the authors that refer to it. */
export default defineCollection({
  name: 'agent',
  label: 'Agent',
  path: '/v1/agent',
  audit: 'full',
  fields: { phone: text({ max: 20, required: true }) },
  access: { read: permission('See agents'), create: login, update: login, delete: login },
});
