import {
  choice,
  decimal,
  defineCollection,
  everyone,
  login,
  permission,
  references,
  slug,
  text,
} from 'quire-cms';

/** Every text of its own in two languages. */
export default defineCollection({
  name: 'article',
  label: { zh: '文章', en: 'Article' },
  path: '/v1/article',
  audit: 'full',
  fields: {
    title: text({ max: 50, required: true, searchable: true, label: { zh: '标题', en: 'Title' } }),
    slug: slug({
      from: 'title',
      label: { zh: '网址名', en: 'Address' },
      help: { zh: '小写', en: 'Lower case' },
    }),
    state: choice(['draft', 'live'], {
      default: 'draft',
      words: { draft: { zh: '草稿', en: 'Draft' }, live: { zh: '已发布', en: 'Published' } },
    }),
    price: decimal({
      precision: 9,
      scale: 2,
      read: permission({ zh: '查看价格', en: 'See prices' }, 'prices'),
    }),
    related: references('article', {
      label: { zh: '相关', en: 'Related' },
      help: { zh: '最多一百', en: 'Up to 100' },
    }),
  },
  access: {
    read: everyone,
    create: login,
    update: permission({ zh: '修改文章', en: 'Edit articles' }, 'edit'),
    delete: permission({ zh: '删除文章', en: 'Delete articles' }),
  },
});
