import { choice, decimal, defineCollection, login, ownRecords, permission, text } from 'quire-cms';

/** A sale, whose margin only some may read, and which sellers see of their own alone. */
export default defineCollection({
  name: 'sale',
  label: { en: 'Sale', zh: '销售' },
  path: '/v1/sale',
  audit: 'full',
  fields: {
    title: text({ max: 80, required: true }),
    region: choice(['north', 'south'], {
      label: { en: 'Region', zh: '地区' },
      words: { north: { en: 'The north', zh: '北' }, south: { en: 'The south', zh: '南' } },
    }),
    price: decimal({ precision: 10, scale: 2, default: '0.00' }),
    margin: decimal({
      precision: 10,
      scale: 2,
      default: '0.00',
      read: permission('Read margins', 'margin'),
    }),
  },
  access: {
    read: { level: 'any', rules: [permission('Read all sales', 'all'), ownRecords(login)] },
    create: login,
    update: permission('Edit sales', 'edit'),
    delete: permission('Edit sales', 'edit'),
  },
});
