import {
  boolean,
  choice,
  dateTime,
  defineCollection,
  everyone,
  files,
  integer,
  login,
  ownRecords,
  permission,
  reference,
  references,
  referredBy,
  richText,
  slug,
  text,
} from 'quire-cms';
import { writing } from './lib/sections.ts';

const subjects = [
  'Bread',
  'A compost heap',
  'The old plane',
  'The river path',
  'An almanac',
  'Soup',
  'Quince',
  'A shelf',
];
const manners = [
  'for beginners',
  'in an hour',
  'without a plan',
  'after the rain',
  'once more',
  'by hand',
  'on Sundays',
];
const DAY = 86_400_000;

export default defineCollection({
  name: 'article',
  label: { zh: '文章', en: 'Article' },
  plural: { zh: '文章', en: 'Articles' },
  icon: 'newspaper',
  color: 'blue',
  menu: { section: writing, position: 0 },
  path: '/v1/article',
  audit: 'full',
  columns: ['title', 'gallery', 'category', 'tags', 'status', 'published_at'],
  views: {
    drafts: {
      label: { zh: '待完成', en: 'Unfinished' },
      filter: { status: 'draft' },
      sort: '-published_at',
      columns: ['title', 'category', 'reading_minutes'],
    },
    published: {
      label: { zh: '发布日历', en: 'Calendar' },
      kind: 'calendar',
      by: 'published_at',
      filter: { status: 'published' },
    },
  },
  groups: [
    {
      name: 'publishing',
      label: { zh: '发布', en: 'Publishing' },
      fields: ['status', 'published_at', 'pinned'],
      aside: true,
    },
    {
      name: 'pictures',
      label: { zh: '图片', en: 'Pictures' },
      fields: ['cover', 'gallery'],
    },
    {
      name: 'listing',
      label: { zh: '列表与检索', en: 'In lists and searches' },
      fields: ['slug', 'summary', 'category', 'tags', 'reading_minutes'],
    },
  ],
  fields: {
    title: text({ max: 120, required: true, localised: true, label: { zh: '标题', en: 'Title' } }),
    slug: slug({ from: 'title', label: { zh: '网址名', en: 'Slug' } }),
    summary: text({
      max: 300,
      multiline: true,
      default: '',
      localised: true,
      label: { zh: '摘要', en: 'Summary' },
    }),
    body: richText({ default: '', localised: true, label: { zh: '正文', en: 'Body' } }),
    category: reference('category', { required: true, label: { zh: '分类', en: 'Category' } }),
    tags: references('tag', { onDelete: 'detach', max: 10, label: { zh: '标签', en: 'Tags' } }),
    cover: reference('media', { onDelete: 'detach', label: { zh: '封面', en: 'Cover' } }),
    gallery: files({ accept: ['image/*'], max: 12, label: { zh: '图集', en: 'Gallery' } }),
    status: choice(['draft', 'published'], {
      label: { zh: '状态', en: 'Status' },
      default: 'draft',
      words: { draft: { zh: '草稿', en: 'Draft' }, published: { zh: '已发布', en: 'Published' } },
      colors: { draft: 'gray', published: 'green' },
    }),
    published_at: dateTime({ label: { zh: '发布时间', en: 'Published' } }),
    reading_minutes: integer({
      label: { zh: '阅读分钟', en: 'Minutes to read' },
      min: 1,
      max: 240,
      default: 1,
    }),
    pinned: boolean({ default: false, label: { zh: '置顶', en: 'Pinned' } }),
  },
  waysBack: { comments: referredBy('comment.article', { sort: '-id' }) },
  indexes: [['status', 'published_at']],
  access: {
    read: everyone,
    create: login,
    update: ownRecords(login),
    delete: permission('Delete articles'),
  },
  samples: Array.from({ length: 400 }, (_, index) => {
    const [subject, manner] = [subjects[index % 8], manners[index % 7]];
    return {
      title: `${subject} ${manner}, part ${Math.floor(index / 56) + 1}`,
      summary: `${subject}: what we tried, what it cost, and what we would do again.`,
      body: `<h2>${subject} ${manner}</h2><p>We began too late and finished in good time. Here is the list of what it took.</p>`,
      category: BigInt((index % 5) + 1),
      tags: [BigInt((index % 4) + 1), BigInt((index % 5) + 5)],
      status: index % 10 === 0 ? ('draft' as const) : ('published' as const),
      published_at: Date.UTC(2025, 0, 1) + index * DAY,
      reading_minutes: (index % 12) + 1,
      pinned: index === 1,
    };
  }),
});
