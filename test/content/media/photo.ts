import { defineCollection, everyone, file, login, ownRecords, text } from 'quire-cms';

export default defineCollection({
  name: 'photo',
  label: 'Photo',
  path: '/v1/photo',
  audit: 'full',
  fields: {
    title: text({ max: 40, default: '' }),
    image: file({ accept: ['image/*'], required: true }),
    paper: file({ accept: ['application/pdf'], onDelete: 'detach' }),
  },
  access: { read: everyone, create: login, update: ownRecords(login), delete: ownRecords(login) },
});
