import { defineCollection, everyone, file } from 'quire-cms';

export default defineCollection({
  name: 'postcard',
  label: 'Postcard',
  path: '/v1/postcard',
  audit: 'creation',
  fields: { image: file({ required: true }) },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});
