import {
  choice,
  defineCollection,
  everyone,
  login,
  longText,
  ownRecords,
  permission,
  reference,
  text,
} from 'quire-cms';
import { writing } from './lib/sections.ts';

const remarks = [
  'This worked for us as well, with half the salt.',
  'Which train did you take back?',
  'Thank you. The second picture made it clear.',
  'I would start a week earlier.',
];

export default defineCollection({
  name: 'comment',
  label: { zh: '评论', en: 'Comment' },
  plural: { zh: '评论', en: 'Comments' },
  icon: 'message-square',
  color: 'orange',
  menu: { section: writing, position: 5 },
  columns: ['text', 'article', 'state'],
  path: '/v1/comment',
  audit: 'full',
  fields: {
    article: reference('article', { required: true, label: { zh: '文章', en: 'Article' } }),
    text: longText({ required: true, max: 2000, label: { zh: '内容', en: 'Text' } }),
    state: choice(['shown', 'held back'], {
      label: { zh: '状态', en: 'State' },
      words: { shown: { zh: '已显示', en: 'Shown' }, 'held back': { zh: '待审核', en: 'Held back' } },
      default: 'shown',
      indexed: true,
      colors: { shown: 'green', 'held back': 'yellow' },
    }),
    permalink: text({
      max: 40,
      unique: true,
      label: { zh: '固定链接', en: 'Permalink' },
      help: { zh: '评论在页面上的锚点', en: 'Its anchor on the page of the article' },
    }),
  },
  access: {
    read: everyone,
    create: login,
    update: ownRecords(login),
    delete: permission('Delete comments'),
  },
  samples: Array.from({ length: 1200 }, (_, index) => ({
    article: BigInt((index % 400) + 1),
    text: remarks[index % remarks.length] ?? '',
  })),
});
