import { defineCollection, login, refuse, text } from 'quire-cms';

/** Everybody's to read and write; what is deleted comes back by super administrators alone. */
export default defineCollection({
  name: 'ledger',
  label: 'Ledger',
  path: '/v1/ledger',
  audit: 'full',
  fields: { entry: text({ max: 20, required: true }) },
  hooks: {
    beforeDelete: ({ record }) => {
      if (record.entry === 'kept') throw refuse('It is kept.');
    },
  },
  access: { read: login, create: login, update: login, delete: login },
});
