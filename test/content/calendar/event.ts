import { date, dateTime, defineCollection, login, reference } from 'quire-cms';

/** Moments and days, to be gathered by day, week, month and year. */
export default defineCollection({
  name: 'event',
  label: 'Event',
  path: '/v1/event',
  audit: 'none',
  fields: { begins: dateTime(), on: date(), before: reference('event', { onDelete: 'detach' }) },
  access: { read: login, create: login, update: login, delete: login },
});
