import { anyOf, choice, defineCollection, login, permission, recordsWhere, text } from 'quire-cms';

const sight = anyOf(recordsWhere(login, { state: 'open' }), permission('See all sheets', 'all'));

/** The same with drafts. */
export default defineCollection({
  name: 'sheet',
  label: 'Sheet',
  path: '/v1/sheet',
  audit: 'full',
  drafts: true,
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
    drafts: sight,
    publish: sight,
  },
});
