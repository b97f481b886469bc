import { defineCollection, file, files, group, list, login, permission, richText, text } from 'quire-cms';

/** Destroys its files with itself, but for one that it keeps. */
export default defineCollection({
  name: 'crate',
  label: 'Crate',
  path: '/v1/crate',
  audit: 'full',
  fields: {
    title: text({ max: 40, default: '' }),
    cover: file({ onRecordPurge: 'purge' }),
    pages: files({ onRecordPurge: 'purge' }),
    lid: group({ picture: file({ onRecordPurge: 'purge' }) }),
    parts: list(group({ plan: file({ onRecordPurge: 'purge' }) })),
    kept: file(),
    body: richText({ default: '' }),
  },
  access: {
    ...{ read: login, create: login, update: login, delete: login },
    ...{ history: login, restore: login, trash: login, purge: permission('Destroy crates') },
  },
});
