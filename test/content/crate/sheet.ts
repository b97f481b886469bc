import { defineCollection, everyone, file, login } from 'quire-cms';

export default defineCollection({
  name: 'sheet',
  label: 'Sheet',
  path: '/v1/sheet',
  audit: 'full',
  drafts: true,
  fields: { print: file({ onRecordPurge: 'purge' }) },
  access: {
    ...{ read: everyone, create: login, update: login, delete: login },
    ...{ drafts: login, publish: login, trash: login, purge: login },
  },
});
