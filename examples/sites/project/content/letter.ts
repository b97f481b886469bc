import { anyOf, defineCollection, login, longText, ownRecords, permission, text } from 'quire-cms';

const editors = permission({ en: 'Read letters', zh: '阅读来信' }, 'read');

/** A letter to the editors: its writer and the editors read it, and nobody changes it. */
export default defineCollection({
  name: 'letter',
  label: { en: 'Letter', zh: '来信' },
  plural: { en: 'Letters', zh: '来信' },
  icon: 'mail',
  path: '/v1/letter',
  audit: 'full',
  columns: ['subject', 'reply'],
  fields: {
    subject: text({ min: 5, max: 80, required: true, label: { en: 'Subject', zh: '主题' } }),
    words: longText({ max: 2000, required: true, label: { en: 'Letter', zh: '内容' } }),
    reply: longText({
      max: 2000,
      default: '',
      write: permission({ en: 'Answer letters', zh: '回复来信' }, 'reply'),
      label: { en: 'Reply', zh: '回复' },
    }),
  },
  access: {
    read: anyOf(ownRecords(login), editors),
    create: login,
    update: permission({ en: 'Answer letters', zh: '回复来信' }, 'reply'),
    delete: ownRecords(login),
  },
});
