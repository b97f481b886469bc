import { decimal, defineCollection, everyone, login, permission, text } from 'quire-cms';

const edit = permission('Edit wares', 'edit');

/** What has a price. */
export default defineCollection({
  name: 'ware',
  label: 'Ware',
  plural: 'Wares',
  path: '/v1/ware',
  audit: 'full',
  columns: ['name', 'price'],
  fields: {
    name: text({ max: 80, required: true, unique: true }),
    price: decimal({ precision: 8, scale: 2, required: true }),
  },
  access: {
    read: everyone,
    create: edit,
    update: edit,
    delete: edit,
    history: login,
    trash: edit,
    restore: edit,
  },
});
