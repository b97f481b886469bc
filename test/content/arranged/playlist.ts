import { defineCollection, login, permission, position, text } from 'quire-cms';

/** Ordered as a whole. */
export default defineCollection({
  name: 'playlist',
  label: { en: 'Playlist', zh: '歌单' },
  path: '/v1/playlist',
  audit: 'none',
  fields: { name: text({ max: 40, required: true, unique: true }), place: position({ sortsLists: true }) },
  access: {
    read: login,
    create: permission('Make playlists'),
    update: permission('Make playlists', 'create'),
    delete: permission('Make playlists', 'create'),
  },
});
