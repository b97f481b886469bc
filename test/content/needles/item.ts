import {
  boolean,
  defineCollection,
  everyone,
  integer,
  login,
  permission,
  recordsWhere,
  reference,
  referredBy,
  text,
} from 'quire-cms';

const desk = permission('Edit items', 'desk');

/** Drafts, languages, a tree, records that are hidden and fields that are: each of them next to the others. */
export default defineCollection({
  name: 'item',
  label: 'Items',
  path: '/v1/item',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({ max: 50, required: true, searchable: true, localised: true }),
    code: text({ max: 20, unique: true }),
    note: text({ max: 50, searchable: true, localised: true, read: desk, write: desk }),
    weight: integer({ read: desk, write: desk }),
    is_hidden: boolean({ default: false }),
    parent: reference('item', { tree: true, onDelete: 'detach' }),
  },
  search: ['title', 'note'],
  waysBack: { children: referredBy('item.parent'), marks: referredBy('mark.item') },
  access: {
    read: recordsWhere(everyone, { is_hidden: false }),
    create: login,
    update: recordsWhere(login, { is_hidden: false }),
    delete: desk,
    history: recordsWhere(everyone, { is_hidden: false }),
    trash: desk,
    restore: desk,
    drafts: desk,
    publish: desk,
  },
});
