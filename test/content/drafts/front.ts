import { defineSingleton, everyone, login, permission, text } from 'quire-cms';

/** One row with a draft. */
export default defineSingleton({
  name: 'front',
  label: '首页',
  path: '/v1/front',
  audit: 'full',
  drafts: true,
  fields: { headline: text({ max: 50, default: 'Welcome' }) },
  access: {
    read: everyone,
    update: login,
    drafts: permission('看首页草稿', 'drafts'),
    publish: permission('发布首页', 'publish'),
  },
});
