import { defineCollection, everyone, longText, permission, text } from 'quire-cms';

/** What is written before it is shown: everybody reads what is published. */
export default defineCollection({
  name: 'notice',
  label: { en: 'Notice', zh: '通知' },
  path: '/v1/notice',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({ max: 80, label: { en: 'Title', zh: '标题' } }),
    words: longText({ label: { en: 'Words', zh: '内容' } }),
  },
  access: {
    read: everyone,
    create: permission('Write notices', 'write'),
    update: permission('Write notices', 'write'),
    delete: permission('Write notices', 'write'),
    history: permission('Write notices', 'write'),
    trash: permission('Write notices', 'write'),
    restore: permission('Write notices', 'write'),
    drafts: permission('Write notices', 'write'),
    publish: permission('Publish notices'),
  },
});
