import { defineCollection, everyone, login, longText, permission, reference, text } from 'quire-cms';

/** What nobody changes alone: each change waits until somebody else approves it. */
export default defineCollection({
  name: 'rule',
  label: { en: 'Rule', zh: '规章' },
  path: '/v1/rule',
  audit: 'full',
  reviewed: true,
  drafts: true,
  fields: {
    title: text({ max: 80, required: true, label: { en: 'Title', zh: '标题' } }),
    words: longText({ label: { en: 'Words', zh: '内容' } }),
    berth: reference('berth', { onDelete: 'detach' }),
  },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: permission('Keep rules', 'keep'),
    history: login,
    drafts: login,
    publish: permission('Keep rules', 'keep'),
  },
});
