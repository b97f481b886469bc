import {
  choice,
  defineCollection,
  everyone,
  login,
  longText,
  ownRecords,
  permission,
  reference,
} from 'quire-cms';

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
  path: '/v1/comment',
  audit: 'full',
  fields: {
    article: reference('article', { required: true }),
    text: longText({ required: true, max: 2000 }),
    state: choice(['shown', 'held back'], {
      default: 'shown',
      indexed: true,
      colors: { shown: 'green', 'held back': 'yellow' },
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
