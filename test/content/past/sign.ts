import { choice, defineCollection, login, recordsWhere, text } from 'quire-cms';

/** Others read it while it is up, and what it said while it was. */
export default defineCollection({
  name: 'sign',
  label: 'Sign',
  path: '/v1/sign',
  audit: 'full',
  fields: { words: text({ max: 20, default: '' }), state: choice(['up', 'down'], { default: 'down' }) },
  access: {
    ...{ read: recordsWhere(login, { state: 'up' }), create: login, update: login, delete: login },
    history: login,
  },
});
