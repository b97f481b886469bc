import {
  dateTime,
  defineCollection,
  everyone,
  integer,
  login,
  reference,
  superAdministrator,
} from 'quire-cms';

export default defineCollection({
  name: 'screening',
  label: 'Screening',
  path: '/v1/screening',
  audit: 'full',
  fields: {
    film: reference('film', { onDelete: 'detach' }),
    starts_at: dateTime(),
    room: integer(),
    takings: integer({ read: superAdministrator }),
  },
  access: { read: everyone, create: login, update: login, delete: login },
});
