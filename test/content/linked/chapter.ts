import { defineRecord, login, reference, references, text } from 'quire-cms';

/** Goes along when its piece is deleted, and loses topics like a piece. */
export default defineRecord({
  name: 'chapter',
  label: 'Chapter',
  path: '/v1/chapter',
  audit: 'full',
  fields: {
    name: text({ max: 40, default: '' }),
    piece: reference('piece', { onDelete: 'delete' }),
    topics: references('topic', { onDelete: 'detach' }),
  },
  access: {
    read: login,
    create: login,
    update: login,
    delete: login,
    restore: login,
    history: login,
    trash: login,
  },
});
