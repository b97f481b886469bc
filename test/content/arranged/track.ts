import {
  anyOf,
  boolean,
  defineCollection,
  login,
  ownRows,
  permission,
  position,
  reference,
  rowsWhere,
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
    read: anyOf(rowsWhere(login, { is_hidden: false }), ownRows(login)),
    create: login,
    update: anyOf(ownRows(login), permission('Arrange tracks', 'arrange')),
    delete: ownRows(login),
    history: login,
    trash: login,
    restore: login,
  },
});
