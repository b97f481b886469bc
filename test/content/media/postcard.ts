import { defineRecord, everyone, file } from 'quire-cms';

export default defineRecord({
  name: 'postcard',
  label: '明信片',
  path: '/v1/postcard',
  audit: 'creation',
  fields: { image: file({ required: true }) },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});
