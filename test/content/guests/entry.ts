import { defineCollection, everyone, login, ownRecords, text } from 'quire-cms';

/** What visitors may write, whether or not they have signed in. */
export default defineCollection({
  name: 'entry',
  label: 'Entry',
  path: '/v1/entry',
  audit: 'full',
  fields: { words: text({ max: 40, required: true }) },
  access: {
    read: everyone,
    create: everyone,
    update: ownRecords(login),
    delete: everyone,
    history: everyone,
  },
  samples: [{ words: 'sample' }],
});
