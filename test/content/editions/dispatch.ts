import {
  anyOf,
  choice,
  defineCollection,
  everyone,
  integer,
  login,
  ownRecords,
  permission,
  recordsWhere,
  reference,
  text,
} from 'quire-cms';

const open = recordsWhere(everyone, { kind: 'open' });

/** Drafts, languages, unique texts, a hidden field and records for some alone: what a reader is shown depends on all of them. */
export default defineCollection({
  name: 'dispatch',
  label: 'Dispatch',
  path: '/v1/dispatch',
  audit: 'full',
  drafts: true,
  search: ['title'],
  fields: {
    title: text({ max: 40, required: true, searchable: true, indexed: true, localised: true }),
    code: text({ max: 40, unique: true, localised: true }),
    size: integer(),
    bureau: reference('bureau'),
    kind: choice(['open', 'inside'], { default: 'open', indexed: true }),
    note: text({ max: 40, read: permission('See notes', 'note') }),
  },
  access: {
    read: anyOf(open, permission('See internal dispatches', 'inside')),
    create: login,
    update: login,
    delete: login,
    drafts: anyOf(ownRecords(login), permission('See drafts', 'drafts')),
    publish: login,
    history: everyone,
    trash: login,
    restore: login,
    purge: login,
  },
});
