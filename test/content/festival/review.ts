import { defineCollection, everyone, login, reference, text } from 'quire-cms';

/** Written as drafts, so that films must not show or count what is not published. */
export default defineCollection({
  name: 'review',
  label: 'Review',
  path: '/v1/review',
  audit: 'full',
  drafts: true,
  fields: { film: reference('film', { onDelete: 'detach' }), words: text({ max: 40, default: '' }) },
  access: { read: everyone, create: login, update: login, delete: login, drafts: login, publish: login },
});
