import { choice, defineCollection, login, ownRecords, text } from 'quire-cms';

/** Everybody who signed in may change it, but only its maker may read it. Keeps no time of its changes. */
export default defineCollection({
  name: 'note',
  label: 'Note',
  path: '/v1/note',
  audit: 'creation',
  fields: { title: text({ max: 20, default: '' }), colour: choice(['red', 'blue'], { default: 'red' }) },
  access: { read: ownRecords(login), create: login, update: login, delete: login },
});
