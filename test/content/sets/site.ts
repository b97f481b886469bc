import { defineSingleton, everyone, login, text } from 'quire-cms';

export default defineSingleton({
  name: 'site',
  label: 'Site',
  path: '/v1/site',
  audit: 'full',
  fields: { motto: text({ max: 50, default: 'Hello' }) },
  access: { read: everyone, update: login },
});
