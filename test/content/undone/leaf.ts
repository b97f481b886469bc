import {
  defineCollection,
  group,
  integer,
  list,
  login,
  permission,
  reference,
  references,
  text,
} from 'quire-cms';

/** Fields of several forms, some of them not everybody's. */
export default defineCollection({
  name: 'leaf',
  label: 'Leaf',
  path: '/v1/leaf',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true, unique: true }),
    color: text({ max: 20, default: 'green', localised: true }),
    veins: integer({ default: 0 }),
    branch: reference('branch'),
    beside: references('leaf', { onDelete: 'detach' }),
    spots: list(group({ name: text({ max: 20, required: true }), size: integer() }), { max: 5 }),
    note: text({
      max: 40,
      read: permission('See notes on leaves', 'note'),
      write: permission('Write notes on leaves', 'annotate'),
    }),
    pin: text({ max: 20, secret: true }),
  },
  access: { read: login, create: login, update: login, delete: login, restore: login },
});
