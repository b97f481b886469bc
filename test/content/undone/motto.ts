import { defineSingleton, login, text } from 'quire-cms';

/** A collection of one record. */
export default defineSingleton({
  name: 'motto',
  label: 'Motto',
  path: '/v1/motto',
  audit: 'full',
  fields: { words: text({ max: 40, default: 'first words' }) },
  access: { read: login, update: login },
});
