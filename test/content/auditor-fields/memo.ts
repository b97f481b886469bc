import { decimal, defineCollection, login, ownRecords, permission, text } from 'quire-cms';

/** Its past takes a permission, which shows nobody the records of others. */
export default defineCollection({
  name: 'memo',
  label: 'Memo',
  path: '/v1/memo',
  audit: 'full',
  drafts: true,
  fields: { name: text({ max: 40, default: '' }), price: decimal({ precision: 9, scale: 2, default: '0' }) },
  access: {
    ...{ read: login, create: login, update: login, delete: login, publish: login },
    history: permission('See the history of memos', 'history'),
    drafts: ownRecords(login),
  },
});
