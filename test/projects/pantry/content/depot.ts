import { defineCollection, email, login, permission, text } from 'quire-cms';

const manage = permission('Manage depots', 'edit');

/** Its code has a lookahead, ignores case, and is alone in the world. */
export default defineCollection({
  name: 'depot',
  label: 'Depot',
  path: '/v1/depot',
  audit: 'full',
  fields: {
    code: text({ max: 8, required: true, unique: true, pattern: /(?=.*\d)[a-z]{2}\w{4}\b/i }),
    contact: email({ required: true, unique: true, read: manage }),
  },
  access: { read: login, create: manage, update: manage, delete: manage },
});
