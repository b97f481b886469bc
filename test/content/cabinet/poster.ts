import { defineCollection, everyone, file, login, ownRecords, permission, text } from 'quire-cms';

/** What everybody reads once it is published. */
export default defineCollection({
  name: 'poster',
  label: 'Poster',
  path: '/v1/poster',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({ max: 40, default: '' }),
    print: file({ private: true, onDelete: 'detach' }),
  },
  access: {
    ...{ read: everyone, create: login, update: ownRecords(login), delete: ownRecords(login) },
    ...{ history: login, trash: login, restore: login, purge: login },
    drafts: ownRecords(login),
    publish: permission('Publish posters', 'publish'),
  },
});
