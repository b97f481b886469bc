import {
  decimal,
  defineCollection,
  integer,
  login,
  ownRecords,
  permission,
  reference,
  text,
} from 'quire-cms';

/** What is imported: a name of its own, a limit, a reference; each may change only the records that they made. */
export default defineCollection({
  name: 'item',
  label: 'Item',
  path: '/v1/item',
  audit: 'full',
  fields: {
    code: text({ max: 20, required: true, unique: true }),
    name: text({ max: 20, default: 'nameless' }),
    note: text({ max: 20, multiline: true }),
    amount: integer({ min: 0, default: 0 }),
    price: decimal({ precision: 8, scale: 2 }),
    part_of: reference('item', { onDelete: 'refuse' }),
  },
  access: {
    read: login,
    create: permission('Make items'),
    update: ownRecords(login),
    delete: ownRecords(login),
  },
});
