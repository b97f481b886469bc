import { defineCollection, login, permission, text } from 'quire-cms';

// The book again, read through a group's permission.
export default defineCollection({
  name: 'granted',
  label: '授权书',
  path: '/v1/granted',
  audit: 'full',
  fields: {
    author: text({ max: 30, default: '' }),
    image: text({ max: 50, default: '' }),
    summary: text({ max: 1000, default: '' }),
    title: text({ max: 50, default: '' }),
  },
  access: {
    read: permission('查看授权书'),
    create: login,
    update: login,
    delete: permission('删除授权书'),
  },
});
