import { defineCollection, everyone, permission, slug, text } from 'quire-cms';
import { sorting } from './lib/sections.ts';

const edit = permission('Edit tags', 'edit');

export default defineCollection({
  name: 'tag',
  label: { zh: '标签', en: 'Tag' },
  plural: { zh: '标签', en: 'Tags' },
  icon: 'tags',
  color: 'teal',
  menu: { section: sorting, position: 30 },
  path: '/v1/tag',
  audit: 'creation',
  fields: {
    name: text({
      max: 40,
      required: true,
      unique: true,
      localised: true,
      label: { zh: '名称', en: 'Name' },
    }),
    slug: slug({ from: 'name', label: { zh: '网址名', en: 'Slug' } }),
  },
  access: { read: everyone, create: edit, update: edit, delete: edit },
  samples: [
    'spring',
    'summer',
    'autumn',
    'winter',
    'cheap',
    'slow',
    'quick',
    'by train',
    'with children',
  ].map((name) => ({ name })),
});
