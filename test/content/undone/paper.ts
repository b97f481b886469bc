import { choice, defineCollection, login, recordsWhere, text } from 'quire-cms';

const open = recordsWhere(login, { audience: 'all' });

/** Records that come and go out of sight. */
export default defineCollection({
  name: 'paper',
  label: 'Paper',
  path: '/v1/paper',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true }),
    audience: choice(['all', 'board'], { default: 'board' }),
  },
  access: { read: open, create: login, update: open, delete: open },
});
