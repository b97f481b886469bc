import { defineCollection, everyone, permission, referredBy, slug, text } from 'quire-cms';
import { sorting } from './lib/sections.ts';

const edit = permission('Edit categories', 'edit');

export default defineCollection({
  name: 'category',
  label: { zh: '分类', en: 'Category' },
  plural: { zh: '分类', en: 'Categories' },
  icon: 'folder',
  color: 'teal',
  menu: { section: sorting, position: 20 },
  path: '/v1/category',
  audit: 'full',
  fields: {
    name: text({
      max: 60,
      required: true,
      unique: true,
      localised: true,
      label: { zh: '名称', en: 'Name' },
    }),
    slug: slug({ from: 'name', label: { zh: '网址名', en: 'Slug' } }),
    info: text({ max: 200, default: '', localised: true, label: { zh: '说明', en: 'Info' } }),
  },
  waysBack: { articles: referredBy('article.category', { sort: '-published_at' }) },
  access: { read: everyone, create: edit, update: edit, delete: edit },
  samples: [
    { name: 'Kitchen', info: 'What we cook, and why it went wrong the first time' },
    { name: 'Garden', info: 'Notes from one small bed, season by season' },
    { name: 'Workshop', info: 'Repairs, jigs and sharp tools' },
    { name: 'Walks', info: 'Ways to go on foot, with their trains' },
    { name: 'Reading', info: 'Books that were worth the evening' },
  ],
});
