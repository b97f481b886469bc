import { boolean, defineSingleton, login } from 'quire-cms';

// One record without a past.
export default defineSingleton({
  name: 'switches',
  label: 'Switches',
  path: '/v1/switches',
  audit: 'none',
  fields: { is_quiet: boolean({ default: false }) },
  access: { read: login, update: login },
});
