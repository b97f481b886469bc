import { defineCollection, everyone, permission, slug, text } from 'quire-cms';

export default defineCollection({
  name: 'genre',
  label: 'Genre',
  path: '/v1/genre',
  audit: 'creation',
  fields: { name: text({ max: 40, required: true, unique: true }), slug: slug({ from: 'name' }) },
  access: {
    read: everyone,
    create: permission('Edit genres', 'edit'),
    update: permission('Edit genres', 'edit'),
    delete: permission('Edit genres', 'edit'),
  },
});
