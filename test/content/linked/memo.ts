import { defineCollection, login, ownRows, reference, text } from 'quire-cms';

/** Only its creator sees it; others who delete its topic do not. */
export default defineCollection({
  name: 'memo',
  label: 'Memo',
  path: '/v1/memo',
  audit: 'full',
  fields: { words: text({ max: 40, default: '' }), topic: reference('topic', { onDelete: 'detach' }) },
  access: { read: ownRows(login), create: login, update: ownRows(login), delete: ownRows(login) },
});
