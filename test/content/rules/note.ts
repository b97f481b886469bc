import { defineCollection, everyone, login, ownRows, reference, rowsWhere, text } from 'quire-cms';

/** Visible if the post that it is about is published. */
export default defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'full',
  fields: { words: text({ max: 40, required: true }), post: reference('post', { onDelete: 'delete' }) },
  access: {
    read: rowsWhere(everyone, { post: { state: 'published' } }),
    create: rowsWhere(login, { post: { state: { ne: 'draft' } } }),
    update: ownRows(login),
    delete: ownRows(login),
  },
});
