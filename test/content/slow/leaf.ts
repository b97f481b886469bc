import { setTimeout as wait } from 'node:timers/promises';
import { defineCollection, login, text } from 'quire-cms';

/** Takes at least two milliseconds to write a record, on any machine. */
const takeTime = () => wait(2, undefined);

/** Many of them take longer than work that is tried out may keep others waiting. */
export default defineCollection({
  name: 'leaf',
  label: 'Leaf',
  path: '/v1/leaf',
  audit: 'full',
  fields: { title: text({ max: 40, required: true, unique: true }) },
  access: { read: login, create: login, update: login, delete: login },
  hooks: { beforeCreate: takeTime, beforeDelete: takeTime },
});
