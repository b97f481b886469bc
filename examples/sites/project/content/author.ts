import { defineCollection, everyone, permission, slug, text } from 'quire-cms';

const edit = permission({ en: 'Edit authors', zh: '编辑作者' }, 'edit');

export default defineCollection({
  name: 'author',
  label: { en: 'Author', zh: '作者' },
  plural: { en: 'Authors', zh: '作者' },
  icon: 'users',
  path: '/v1/author',
  audit: 'full',
  fields: {
    name: text({ max: 80, required: true, localised: true, label: { en: 'Name', zh: '姓名' } }),
    slug: slug({ from: 'name', label: { en: 'Slug', zh: '网址名' } }),
    about: text({ max: 200, default: '', localised: true, label: { en: 'About', zh: '简介' } }),
  },
  access: { read: everyone, create: edit, update: edit, delete: edit },
});
