import { defineCollection, everyone, integer, permission, reference, text } from 'quire-cms';

const edit = permission({ en: 'Edit genres', zh: '编辑类型' }, 'edit');

export default defineCollection({
  name: 'genre',
  label: { en: 'Genre', zh: '类型' },
  path: '/v1/genre',
  audit: 'full',
  fields: {
    slug: text({ max: 40, required: true, unique: true }),
    name: text({ max: 60, required: true }),
    broader: reference('genre'),
    rank: integer({ min: 0, default: 0 }),
  },
  access: { read: everyone, create: edit, update: edit, delete: edit },
});
