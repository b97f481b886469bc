import { defineCollection, everyone, permission, reference, references, text } from 'quire-cms';

const edit = permission({ en: 'Edit films', zh: '编辑影片' }, 'edit');

export default defineCollection({
  name: 'film',
  label: { en: 'Film', zh: '影片' },
  path: '/v1/film',
  audit: 'full',
  fields: {
    title: text({ max: 80, required: true, unique: true }),
    genre: reference('genre'),
    moods: references('genre'),
    sort_title: text({ max: 80 }),
  },
  access: { read: everyone, create: edit, update: edit, delete: edit },
});
