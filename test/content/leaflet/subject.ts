import { defineCollection, everyone, login, text } from 'quire-cms';

/** What leaflets refer to. */
export default defineCollection({
  name: 'subject',
  label: 'Subject',
  path: '/v1/subject',
  audit: 'none',
  fields: { name: text({ max: 30, required: true }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
