import { defineSingleton, everyone, permission, text } from 'quire-cms';

/** The one record of its collection. */
export default defineSingleton({
  name: 'site',
  label: 'Site',
  path: '/v1/site',
  audit: 'full',
  fields: { motto: text({ max: 50, default: 'To all' }) },
  access: { read: everyone, update: permission('Change the site', 'change') },
});
