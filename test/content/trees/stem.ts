import { defineCollection, login, position, reference, text } from 'quire-cms';

/** The records that were to be changed, once for each run of a transaction. */
export const tried: bigint[] = [];

/** Counts how often each change was begun. */
export default defineCollection({
  name: 'stem',
  label: 'Stem',
  path: '/v1/stem',
  audit: 'full',
  fields: {
    name: text({ max: 40, required: true }),
    on: reference('stem', { tree: true }),
    place: position({ within: 'on' }),
  },
  hooks: {
    beforeUpdate({ record }) {
      tried.push(record.id);
    },
  },
  access: { read: login, create: login, update: login, delete: login },
});
