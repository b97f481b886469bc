import { defineCollection, login, ownRecords, text } from 'quire-cms';

/** Whom only those see who invited them. */
export default defineCollection({
  name: 'guest',
  label: 'Guest',
  path: '/v1/guest',
  audit: 'full',
  fields: { name: text({ max: 20, default: '' }) },
  access: { read: ownRecords(login), create: login, update: login, delete: login },
});
