import { defineCollection, login, ownRecords, reference, text } from 'quire-cms';

export default defineCollection({
  name: 'page',
  label: 'Page',
  path: '/v1/page',
  audit: 'full',
  fields: {
    words: text({ max: 20, default: '' }),
    diary: reference('diary'),
    plan: reference('plan'),
    previous: reference('page'),
    reader: reference('quire_user'),
  },
  views: {
    words: {
      label: 'Words',
      filter: { words: { ne: '-' } },
      sort: '-words',
      columns: ['words', 'id'],
      isFirst: true,
    },
    planned: { label: 'Planned', filter: { plan: { title: { starts: 'a' } } } },
  },
  access: { read: ownRecords(login), create: login, update: login, delete: ownRecords(login) },
});
