import { decimal, defineCollection, login } from 'quire-cms';

/** A wide decimal with a published version and a draft. */
export default defineCollection({
  name: 'sketch',
  label: 'Sketch',
  path: '/v1/sketch',
  audit: 'full',
  drafts: true,
  fields: { amount: decimal({ precision: 65, scale: 20 }) },
  access: { read: login, create: login, update: login, delete: login, drafts: login, publish: login },
});
