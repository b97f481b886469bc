import { defineRecord, everyone, login, text } from 'quire-cms';

/** A record with drafts whose title has several languages. */
export default defineRecord({
  name: 'page',
  label: 'Page',
  path: '/v1/page',
  audit: 'full',
  drafts: true,
  fields: { title: text({ max: 50, required: true, localised: true }) },
  access: { read: everyone, create: login, update: login, delete: login, drafts: login, publish: login },
});
