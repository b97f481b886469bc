import { defineCollection, everyone, file, permission, reference, richText, slug, text } from 'quire-cms';
import settings from '../settings.ts';

const edit = permission({ en: 'Edit articles', zh: '编辑文章' }, 'edit');

export default defineCollection({
  name: 'article',
  label: { en: 'Article', zh: '文章' },
  plural: { en: 'Articles', zh: '文章' },
  icon: 'newspaper',
  path: '/v1/article',
  audit: 'full',
  drafts: true,
  preview: { url: `${settings.SITE_URL}/{locale}/preview/{id}` },
  columns: ['title', 'cover', 'author'],
  views: {
    states: { label: { en: 'By state', zh: '按状态' }, kind: 'board', by: 'publication' },
    planned: {
      label: { en: 'Planned', zh: '发布计划' },
      kind: 'calendar',
      by: 'publish_time',
      filter: { publish_time: { null: false } },
    },
  },
  search: ['title', 'summary', 'body'],
  fields: {
    title: text({ max: 120, required: true, localised: true, label: { en: 'Title', zh: '标题' } }),
    slug: slug({ from: 'title', label: { en: 'Slug', zh: '网址名' } }),
    summary: text({
      max: 300,
      multiline: true,
      default: '',
      localised: true,
      label: { en: 'Summary', zh: '摘要' },
    }),
    body: richText({ default: '', localised: true, label: { en: 'Body', zh: '正文' } }),
    author: reference('author', { required: true, label: { en: 'Author', zh: '作者' } }),
    cover: file({ accept: ['image/*'], label: { en: 'Cover', zh: '封面' } }),
  },
  access: {
    read: everyone,
    create: edit,
    update: edit,
    delete: edit,
    drafts: edit,
    publish: permission({ en: 'Publish articles', zh: '发布文章' }, 'publish'),
  },
});
