import { decimal, defineCollection, group, list, login, permission, text } from 'quire-cms';

/** Decimals of more digits than 64 bits hold, in each place that a field can have. */
export default defineCollection({
  name: 'entry',
  label: 'Entry',
  path: '/v1/entry',
  audit: 'full',
  fields: {
    title: text({ max: 40, default: '' }),
    amount: decimal({ precision: 65, scale: 20, indexed: true }),
    whole: decimal({ precision: 65, scale: 0, unique: true }),
    share: decimal({ precision: 19, scale: 19, min: '-0.5', default: '0.0000000000000000001' }),
    small: decimal({ precision: 18, scale: 4 }),
    rate: decimal({ precision: 24, scale: 12, localised: true }),
    cost: decimal({ precision: 40, scale: 2, read: permission('See costs', 'costs') }),
    lines: list(group({ price: decimal({ precision: 30, scale: 4 }) })),
  },
  access: {
    ...{ read: login, create: login, update: login, delete: login },
    ...{ history: login, restore: login, trash: login },
  },
});
