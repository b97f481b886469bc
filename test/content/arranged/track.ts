import {
  anyOf,
  boolean,
  defineCollection,
  login,
  ownRecords,
  permission,
  position,
  recordsWhere,
  reference,
  text,
} from 'quire-cms';

/** Ordered within its playlist. Hidden ones are only for their creator. */
export default defineCollection({
  name: 'track',
  label: { en: 'Track', zh: '曲目' },
  path: '/v1/track',
  audit: 'full',
  fields: {
    title: text({ max: 40, required: true }),
    is_hidden: boolean({ default: false }),
    playlist: reference('playlist'),
    place: position({ within: 'playlist', sortsLists: true, label: { en: 'Place', zh: '位置' } }),
  },
  access: {
    read: anyOf(recordsWhere(login, { is_hidden: false }), ownRecords(login)),
    create: login,
    update: anyOf(ownRecords(login), permission('Arrange tracks', 'arrange')),
    delete: ownRecords(login),
    history: login,
    trash: login,
    restore: login,
  },
});
