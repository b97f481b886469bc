import { defineRecord, login, text } from 'quire-cms';

/** What hooks write. */
export default defineRecord({
  name: 'trace',
  label: 'Trace',
  path: '/v1/trace',
  audit: 'full',
  fields: { words: text({ max: 80, default: '' }) },
  access: {
    read: login,
    create: login,
    update: login,
    delete: login,
    restore: login,
    history: login,
    trash: login,
  },
});
