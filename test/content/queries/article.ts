import { choice, decimal, defineCollection, everyone, login, reference, text } from 'quire-cms';

export default defineCollection({
  name: 'article',
  label: 'Article',
  path: '/v1/article',
  audit: 'full',
  fields: {
    title: text({ max: 80, required: true }),
    author: reference('author', { required: true }),
    state: choice(['open', 'sold'], { default: 'open' }),
    price: decimal({ precision: 10, scale: 2, default: '0.00' }),
  },
  access: { read: everyone, create: login, update: login, delete: login },
});
