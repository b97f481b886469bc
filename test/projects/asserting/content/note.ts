import {
  choice,
  date,
  defineCollection,
  email,
  login,
  ownRecords,
  reference,
  superAdministrator,
  text,
} from 'quire-cms';

/** Required fields of several kinds, which a test of access makes up. */
export default defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'full',
  fields: {
    words: text({ max: 40, required: true }),
    mood: choice(['calm', 'glad'], { required: true }),
    day: date({ required: true }),
    address: email({ required: true, read: superAdministrator }),
    about: reference('topic', { required: true }),
  },
  access: { read: ownRecords(login), create: login, update: ownRecords(login), delete: ownRecords(login) },
});
