import { defineCollection, everyone, longText, permission } from 'quire-cms';

/** Anybody may write one; only some may read them, and nobody changes them. */
export default defineCollection({
  name: 'wish',
  label: { en: 'Wish', zh: '心愿' },
  path: '/v1/wish',
  audit: 'none',
  fields: { words: longText({ required: true, max: 300 }) },
  access: {
    read: permission('Read wishes'),
    create: everyone,
    update: permission('Change wishes'),
    delete: permission('Delete wishes'),
  },
});
