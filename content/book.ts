import { defineCollection, login, loginUnlessOff, permission, text } from 'quire-cms';

export default defineCollection({
  name: 'book',
  label: { zh: '图书', en: 'Book' },
  path: '/v1/book',
  audit: 'full',
  fields: {
    author: text({ max: 30, default: '', searchable: true }),
    image: text({ max: 50, default: '' }),
    summary: text({ max: 1000, default: '', multiline: true }),
    title: text({ max: 50, default: '', searchable: true }),
  },
  access: {
    read: loginUnlessOff('BOOK_LOGIN_REQUIRED'),
    create: login,
    update: login,
    delete: permission({ zh: '删除图书', en: 'Delete books' }),
  },
  codes: { created: 12, updated: 13, deleted: 14 },
  samples: [
    {
      title: '山海经',
      author: '佚名',
      image: 'https://books.example/shanhaijing.jpg',
      summary: '一部记述山川、物产与神话的古书。',
    },
    {
      title: '天工开物',
      author: '宋应星',
      image: 'https://books.example/tiangongkaiwu.jpg',
      summary: '明代农业与手工业技术的百科全书。',
    },
  ],
});
