import { defineCollection, integer, login, ownRecords, permission, text } from 'quire-cms';

// Records that a rule shows to their owner only.
export default defineCollection({
  name: 'diary',
  label: 'Diary',
  path: '/v1/diary',
  audit: 'full',
  fields: { title: text({ max: 100, required: true }), mood: integer() },
  indexes: [['create_user_id']],
  access: {
    read: ownRecords(login),
    create: login,
    update: ownRecords(login),
    delete: permission('Delete diaries'),
  },
});
