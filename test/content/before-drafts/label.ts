import { defineCollection, everyone, text } from 'quire-cms';

/** What letters name. */
export default defineCollection({
  name: 'label',
  label: 'Label',
  path: '/v1/label',
  audit: 'full',
  fields: { name: text({ max: 50, required: true }) },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});
