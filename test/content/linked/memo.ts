import { defineCollection, login, ownRecords, reference, text } from 'quire-cms';

/** Only its creator sees it; others who delete its topic do not. */
export default defineCollection({
  name: 'memo',
  label: 'Memo',
  path: '/v1/memo',
  audit: 'full',
  fields: { words: text({ max: 40, default: '' }), topic: reference('topic', { onDelete: 'detach' }) },
  access: { read: ownRecords(login), create: login, update: ownRecords(login), delete: ownRecords(login) },
});
