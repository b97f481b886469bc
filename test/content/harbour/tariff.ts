import { date, decimal, defineCollection, everyone, superAdministrator, text } from 'quire-cms';

/** What everybody reads and one writes. */
export default defineCollection({
  name: 'tariff',
  label: { en: 'Tariff', zh: '费率' },
  help: { en: 'What a ton costs a day', zh: '每吨每日的费用' },
  path: '/v1/tariff',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true }),
    price: decimal({ precision: 8, scale: 2, required: true }),
    since: date({ indexed: true }),
  },
  access: {
    read: everyone,
    create: superAdministrator,
    update: superAdministrator,
    delete: superAdministrator,
  },
});
