import { defineCollection, everyone, login, text } from 'quire-cms';

/** Essays name topics, which have no drafts. */
export default defineCollection({
  name: 'topic',
  label: 'Topic',
  path: '/v1/topic',
  audit: 'full',
  fields: { name: text({ max: 50, required: true, unique: true }) },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    trash: login,
    restore: login,
    purge: login,
  },
});
