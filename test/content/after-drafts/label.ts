import { defineRecord, everyone, text } from 'quire-cms';

/** What letters name. */
export default defineRecord({
  name: 'label',
  label: '标签',
  path: '/v1/label',
  audit: 'full',
  fields: { name: text({ max: 50, required: true }) },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});
