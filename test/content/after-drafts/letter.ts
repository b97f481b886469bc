import { defineCollection, everyone, login, references, text } from 'quire-cms';

/** A collection that has got drafts. */
export default defineCollection({
  name: 'letter',
  label: 'Letter',
  path: '/v1/letter',
  audit: 'full',
  drafts: true,
  fields: {
    subject: text({ max: 50, required: true, collation: 'de' }),
    labels: references('label', { onDelete: 'detach' }),
  },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    history: login,
    trash: login,
    restore: login,
    purge: login,
    drafts: login,
    publish: login,
  },
});
