import { defineCollection, reference, references, text } from 'quire-cms';
import { openToUsers } from './shared/open-to-users.ts';

/** Goes along when its piece is deleted, and loses topics like a piece. */
export default defineCollection({
  name: 'chapter',
  label: 'Chapter',
  path: '/v1/chapter',
  audit: 'full',
  fields: {
    name: text({ max: 40, default: '' }),
    piece: reference('piece', { onDelete: 'delete' }),
    topics: references('topic', { onDelete: 'detach' }),
  },
  access: openToUsers,
});
