import {
  anyOf,
  boolean,
  defineCollection,
  login,
  ownRecords,
  position,
  recordsWhere,
  reference,
  referredBy,
  text,
} from 'quire-cms';

/** Pages under each other, in an order by hand. Hidden ones are only for their creator. */
export default defineCollection({
  name: 'page',
  label: { en: 'Page', zh: '页面' },
  path: '/v1/page',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true }),
    slug: text({ max: 40, unique: true }),
    is_hidden: boolean({ default: false }),
    parent: reference('page', { tree: true, label: { en: 'Parent', zh: '上级' } }),
    place: position({ within: 'parent' }),
  },
  waysBack: { children: referredBy('page.parent', { sort: 'place' }) },
  access: {
    read: anyOf(recordsWhere(login, { is_hidden: false }), ownRecords(login)),
    create: login,
    update: login,
    delete: login,
    history: login,
    trash: login,
    restore: login,
    purge: login,
  },
});
