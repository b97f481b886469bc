import { defineCollection, login, ownRecords, reference, text } from 'quire-cms';

/** What goes along only with the right to delete it. */
export default defineCollection({
  name: 'remark',
  label: 'Remark',
  path: '/v1/remark',
  audit: 'full',
  fields: {
    body: text({ max: 20, default: '' }),
    essay_id: reference('essay', { required: true, onDelete: 'delete' }),
    parent_id: reference('remark', { onDelete: 'delete' }),
  },
  access: { read: login, create: login, update: ownRecords(login), delete: ownRecords(login) },
});
