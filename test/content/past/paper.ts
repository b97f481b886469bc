import {
  bigint,
  choice,
  dateTime,
  decimal,
  defineCollection,
  login,
  permission,
  reference,
  text,
} from 'quire-cms';

/** One field of each form in which history keeps values, and a permission for each use of the past. */
export default defineCollection({
  name: 'paper',
  label: 'Paper',
  path: '/v1/paper',
  audit: 'full',
  fields: {
    title: text({ max: 20, required: true, unique: true }),
    pages: bigint(),
    price: decimal({ precision: 9, scale: 2, default: '0' }),
    state: choice(['draft', 'published'], { default: 'draft' }),
    printed_at: dateTime(),
    pin: text({ max: 20, secret: true }),
    shelf_id: reference('shelf'),
  },
  access: {
    read: login,
    create: login,
    update: login,
    delete: login,
    history: permission('See the history of papers'),
    trash: permission('See the trash of papers'),
    restore: permission('Restore papers'),
    purge: permission('Purge papers'),
  },
});
