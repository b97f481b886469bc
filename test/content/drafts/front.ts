import { defineSingleton, everyone, login, permission, text } from 'quire-cms';

/** One record with a draft. */
export default defineSingleton({
  name: 'front',
  label: 'Front',
  path: '/v1/front',
  audit: 'full',
  drafts: true,
  fields: { headline: text({ max: 50, default: 'Welcome' }) },
  access: {
    read: everyone,
    update: login,
    drafts: permission('See drafts of the front page', 'drafts'),
    publish: permission('Publish the front page', 'publish'),
  },
});
