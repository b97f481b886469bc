import { defineCollection, longText, permission } from 'quire-cms';

/** For holders of its permission alone. */
export default defineCollection({
  name: 'memo',
  label: 'Memo',
  path: '/v1/memo',
  audit: 'none',
  search: ['text'],
  fields: { text: longText({ required: true }) },
  access: {
    read: permission('Read memos'),
    create: permission('Read memos', 'read'),
    update: permission('Read memos', 'read'),
    delete: permission('Read memos', 'read'),
  },
});
