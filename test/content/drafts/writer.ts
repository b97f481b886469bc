import { defineCollection, everyone, login, permission, reference, text } from 'quire-cms';

/** What essays refer to, with drafts as well; and back, so that none can be published before the other. */
export default defineCollection({
  name: 'writer',
  label: 'Writer',
  path: '/v1/writer',
  audit: 'full',
  drafts: true,
  fields: {
    name: text({ max: 50, required: true, searchable: true }),
    best: reference('essay', { onDelete: 'detach' }),
  },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    drafts: permission('See drafts of writers', 'drafts'),
    publish: permission('Publish writers', 'publish'),
  },
});
