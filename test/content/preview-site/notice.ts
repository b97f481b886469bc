import { defineCollection, everyone, login, text } from 'quire-cms';

/** A notice without drafts, on a site of its own. */
export default defineCollection({
  name: 'notice',
  label: { en: 'Notice', zh: '公告' },
  path: '/v1/notice',
  audit: 'full',
  preview: { url: 'http://notices.example:8080/{id}' },
  fields: { title: text({ max: 80, required: true, label: { en: 'Title', zh: '标题' } }) },
  access: { read: everyone, create: login, update: login, delete: login },
});
