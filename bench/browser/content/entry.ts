import { choice, date, decimal, defineCollection, login, reference, text } from 'quire-cms';

// What the list of a million records shows: a title to jump in, a day to sort by, and a reference.
export default defineCollection({
  name: 'entry',
  label: 'Entry',
  path: '/v1/entry',
  audit: 'none',
  columns: ['title', 'state', 'price', 'day'],
  fields: {
    title: text({ max: 60, required: true, indexed: true, searchable: true }),
    state: choice(['open', 'closed'], { default: 'open' }),
    price: decimal({ precision: 10, scale: 2 }),
    day: date({ indexed: true }),
    form: reference('form'),
  },
  access: { read: login, create: login, update: login, delete: login },
});
