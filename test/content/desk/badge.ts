import { defineCollection, login, ownRecords, reference, text } from 'quire-cms';

/** What goes with the person. */
export default defineCollection({
  name: 'badge',
  label: { en: 'Badge', zh: '胸卡' },
  path: '/v1/badge',
  audit: 'creation',
  fields: {
    code: text({ max: 20, default: '' }),
    owner: reference('user', { required: true, onDelete: 'delete' }),
    story: reference('story', { onDelete: 'detach' }),
  },
  unique: [['owner', 'create_user_id'], { fields: ['story', 'create_user_id'], nulls: 'equal' }],
  access: { read: ownRecords(login), create: login, update: login, delete: login },
});
