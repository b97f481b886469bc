import { defineRecord, login, text } from 'quire-cms';

/** What others refer to. */
export default defineRecord({
  name: 'topic',
  label: 'Topic',
  path: '/v1/topic',
  audit: 'full',
  fields: { name: text({ max: 40, required: true, unique: true }) },
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
