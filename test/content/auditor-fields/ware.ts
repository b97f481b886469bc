import { choice, decimal, defineCollection, login, permission, recordsWhere, text } from 'quire-cms';

/** Sold while it is on sale: others read it then, and what it was then. What it cost is only some people's. */
export default defineCollection({
  name: 'ware',
  label: 'Ware',
  path: '/v1/ware',
  audit: 'full',
  fields: {
    name: text({ max: 40, default: '' }),
    price: decimal({ precision: 9, scale: 2, default: '0' }),
    cost: decimal({ precision: 9, scale: 2, read: permission('See costs', 'costs') }),
    pin: text({ max: 20, secret: true }),
    state: choice(['on', 'off'], { default: 'off' }),
  },
  access: {
    read: {
      level: 'any',
      rules: [recordsWhere(login, { state: 'on' }), permission('See all wares', 'all')],
    },
    create: login,
    update: login,
    delete: login,
    history: { level: 'any', rules: [login, permission('See who changed wares', 'history')] },
  },
});
