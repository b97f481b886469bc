import { defineCollection, group, list, login, recordsWhere, text } from 'quire-cms';

/** Open to others by what stands inside it. */
export default defineCollection({
  name: 'door',
  label: 'Door',
  path: '/v1/door',
  audit: 'full',
  fields: {
    title: text({ max: 40, default: '' }),
    state: group({ sign: text({ max: 20 }) }),
    keys: list(text({ max: 20 })),
  },
  access: {
    read: recordsWhere(login, { state: { sign: 'open' } }),
    create: login,
    update: recordsWhere(login, { keys: 'spare' }),
    delete: login,
  },
});
