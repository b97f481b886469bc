import {
  boolean,
  defineCollection,
  file,
  permission,
  recordsWhere,
  superAdministrator,
  text,
} from 'quire-cms';

const toHolders = recordsWhere(permission('See memos', 'see'), { is_open: true });

/** Open memos, and the drafts of them, are for holders of a permission. */
export default defineCollection({
  name: 'memo',
  label: 'Memo',
  path: '/v1/memo',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({ max: 40, required: true }),
    is_open: boolean({ default: true }),
    paper: file({ private: true, onDelete: 'detach' }),
  },
  access: {
    read: toHolders,
    create: superAdministrator,
    update: superAdministrator,
    delete: superAdministrator,
    drafts: toHolders,
    publish: superAdministrator,
  },
});
