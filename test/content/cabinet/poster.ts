import { defineRecord, everyone, file, login, ownRows, permission, text } from 'quire-cms';

/** What everybody reads once it is published. */
export default defineRecord({
  name: 'poster',
  label: '海报',
  path: '/v1/poster',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({ max: 40, default: '' }),
    print: file({ private: true, onDelete: 'detach' }),
  },
  access: {
    ...{ read: everyone, create: login, update: ownRows(login), delete: ownRows(login) },
    ...{ history: login, trash: login, restore: login, purge: login },
    drafts: ownRows(login),
    publish: permission('发布海报', 'publish'),
  },
});
