import { defineCollection, everyone, login, ownRecords, recordsWhere, reference, text } from 'quire-cms';

/** Visible if the post that it is about is published. */
export default defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'full',
  fields: { words: text({ max: 40, required: true }), post: reference('post', { onDelete: 'delete' }) },
  access: {
    read: recordsWhere(everyone, { post: { state: 'published' } }),
    create: recordsWhere(login, { post: { state: { ne: 'draft' } } }),
    update: ownRecords(login),
    delete: ownRecords(login),
  },
});
