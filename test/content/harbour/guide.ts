import { defineCollection, login, permission, position, reference, text } from 'quire-cms';

/** Pages under each other, put into an order by hand. */
export default defineCollection({
  name: 'guide',
  label: { en: 'Guide', zh: '指南' },
  path: '/v1/guide',
  audit: 'full',
  fields: {
    title: text({ max: 80, required: true, label: { en: 'Title', zh: '标题' } }),
    parent: reference('guide', { tree: true, label: { en: 'Under', zh: '上级' } }),
    place: position({ within: 'parent' }),
  },
  access: {
    read: login,
    create: login,
    update: login,
    delete: permission('Tidy guides', 'tidy'),
    history: login,
  },
});
