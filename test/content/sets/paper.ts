import { anyOf, choice, defineCollection, login, ownRecords, recordsWhere, text } from 'quire-cms';

const open = anyOf(ownRecords(login), recordsWhere(login, { audience: 'all' }));

/** Records that their makers alone see until they are open to all. */
export default defineCollection({
  name: 'paper',
  label: 'Paper',
  path: '/v1/paper',
  audit: 'full',
  fields: {
    title: text({ max: 50, required: true }),
    audience: choice(['all', 'board'], { default: 'board' }),
  },
  access: { read: open, create: login, update: open, delete: open },
});
