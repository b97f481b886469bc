import {
  defineCollection,
  everyone,
  group,
  login,
  point,
  recordsWhere,
  reference,
  referredBy,
  superAdministrator,
  text,
} from 'quire-cms';

/** Places on the globe, with and without an index. */
export default defineCollection({
  name: 'spot',
  label: { en: 'Spot', zh: '地点' },
  path: '/v1/spot',
  audit: 'full',
  fields: {
    name: text({ max: 40, required: true, searchable: true }),
    place: point({ indexed: true }),
    door: point({ unique: true }),
    gate: point(),
    hidden: point({ read: superAdministrator }),
    entry: group({ at: point(), note: text({ max: 20 }) }),
    next: reference('spot', { onDelete: 'detach' }),
  },
  waysBack: { before: referredBy('spot.next') },
  search: ['name'],
  access: {
    read: everyone,
    create: login,
    update: recordsWhere(login, {
      and: [
        { or: [{ place: { null: true } }, { place: { within: '-90,-180,89,180' } }] },
        { or: [{ gate: { null: true } }, { gate: { within: '0,-180,2,-179' } }] },
      ],
    }),
    delete: recordsWhere(login, { place: { near: '0,0,1000' } }),
    history: login,
    trash: login,
    restore: login,
  },
});
