import {
  choice,
  defineCollection,
  everyone,
  login,
  longText,
  ownRecords,
  permission,
  slug,
  text,
} from 'quire-cms';

export default defineCollection({
  name: 'article',
  label: 'Article',
  path: '/v1/article',
  audit: 'full',
  fields: {
    title: text({ max: 80, required: true, searchable: true }),
    slug: slug({ from: 'title' }),
    body: longText({ default: '', searchable: true }),
    state: choice(['draft', 'published'], { default: 'draft', indexed: true }),
  },
  access: {
    read: everyone,
    create: login,
    update: ownRecords(login),
    delete: permission('Delete articles'),
  },
});
