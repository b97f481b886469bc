import { decimal, defineCollection, login, permission, refuse, text, toDecimal } from 'quire-cms';

/** What a hook calculates: 7 % are added, and the sum of all bills has a limit. */
export default defineCollection({
  name: 'bill',
  label: 'Bill',
  path: '/v1/bill',
  audit: 'none',
  fields: {
    title: text({ max: 40, default: '' }),
    net: decimal({ precision: 40, scale: 2, required: true }),
    gross: decimal({ precision: 40, scale: 2 }),
    exact: decimal({ precision: 40, scale: 3 }),
    profit: decimal({ precision: 3, scale: 2, read: permission('See profits', 'profits') }),
  },
  access: { read: login, create: login, update: login, delete: login },
  hooks: {
    async beforeCreate({ values, records }) {
      const gross = toDecimal(values.net).times('1.07');
      const before = toDecimal(await records.sum('bill', 'gross'));
      if (before.plus(gross).compare('1000000000000000000000') > 0) refuse('too much in all', 'net');
      const { length } = await records.where('bill', {
        gross: gross.round(2),
        net: { lte: toDecimal(values.net) },
      });
      return {
        gross: gross.round(2),
        title: `${length} before`,
        exact: values.title === 'exact' ? gross : null,
        profit: values.title === 'profit' ? gross.minus(values.net) : null,
      };
    },
  },
});
