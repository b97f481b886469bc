import { anyOf, defineCollection, login, permission, recordsWhere, reference, text } from 'quire-cms';

/** Members may only use what is below the first room. */
export default defineCollection({
  name: 'room',
  label: 'Room',
  path: '/v1/room',
  audit: 'full',
  fields: { name: text({ max: 40, required: true }), within: reference('room', { tree: true }) },
  access: {
    read: anyOf(recordsWhere(login, { within: { below: 1n } }), permission('Read all rooms')),
    create: anyOf(recordsWhere(login, { within: { below: 1n } }), permission('Read all rooms', 'read')),
    update: anyOf(recordsWhere(login, { within: { below: 1n } }), permission('Read all rooms', 'read')),
    delete: permission('Read all rooms', 'read'),
    history: login,
  },
});
