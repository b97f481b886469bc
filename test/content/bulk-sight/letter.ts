import { anyOf, choice, defineCollection, login, permission, recordsWhere, text } from 'quire-cms';

const sight = anyOf(recordsWhere(login, { state: 'open' }), permission('See all letters', 'all'));

/** Closed ones are only for holders of a permission. */
export default defineCollection({
  name: 'letter',
  label: 'Letter',
  path: '/v1/letter',
  audit: 'full',
  fields: {
    title: text({ max: 50, required: true, searchable: true, localised: true }),
    state: choice(['open', 'closed'], { default: 'closed' }),
  },
  access: {
    read: sight,
    create: sight,
    update: sight,
    delete: sight,
    restore: sight,
    trash: sight,
    history: sight,
  },
});
