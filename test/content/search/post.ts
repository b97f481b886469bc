import { defineCollection, everyone, login, richText, text } from 'quire-cms';

/** Everybody reads it, and no record is kept when it is deleted. */
export default defineCollection({
  name: 'post',
  label: 'Post',
  path: '/v1/post',
  audit: 'creation',
  search: ['title', 'body'],
  fields: {
    title: text({ max: 200, required: true }),
    code: text({ max: 20, unique: true }),
    body: richText({ format: 'markdown' }),
  },
  access: { read: everyone, create: login, update: login, delete: login },
});
