import {
  anyOf,
  defineCollection,
  everyone,
  file,
  login,
  ownRecords,
  permission,
  slug,
  text,
} from 'quire-cms';
import { writing } from './lib/sections.ts';

const own = anyOf(ownRecords(login), permission('Look after media', 'edit'));

export default defineCollection({
  name: 'media',
  label: { zh: '媒体', en: 'Media file' },
  plural: { zh: '媒体', en: 'Media files' },
  icon: 'image',
  color: 'purple',
  menu: { section: writing, position: 10 },
  columns: ['title', 'file', 'alt'],
  views: {
    gallery: { label: { zh: '图库', en: 'Gallery' }, kind: 'gallery', by: 'file', isFirst: true },
  },
  path: '/v1/media',
  audit: 'full',
  fields: {
    file: file({
      required: true,
      accept: ['image/*', 'application/pdf'],
      label: { zh: '文件', en: 'File' },
    }),
    title: text({
      max: 120,
      required: true,
      searchable: true,
      localised: true,
      label: { zh: '标题', en: 'Title' },
    }),
    slug: slug({ from: 'title', label: { zh: '网址名', en: 'Slug' } }),
    /** What it shows, for those who cannot see it. */
    alt: text({ max: 300, default: '', localised: true, label: { zh: '替代文本', en: 'Alternative text' } }),
  },
  access: { read: everyone, create: login, update: own, delete: own },
});
