import {
  choice,
  date,
  decimal,
  defineCollection,
  everyone,
  file,
  files,
  longText,
  permission,
  point,
  references,
  slug,
  text,
} from 'quire-cms';
import { outdoors } from './lib/sections.ts';

const edit = permission({ zh: '编辑路线', en: 'Edit walks' }, 'edit');

export default defineCollection({
  name: 'walk',
  label: { zh: '步行路线', en: 'Walk' },
  plural: { zh: '步行路线', en: 'Walks' },
  icon: 'mountain',
  color: 'green',
  menu: { section: outdoors, position: 15 },
  path: '/v1/walk',
  audit: 'full',
  drafts: true,
  columns: ['title', 'picture', 'grade', 'kilometres', 'next_date'],
  views: {
    pictures: { label: { zh: '图片', en: 'Pictures' }, kind: 'gallery', by: 'picture', isFirst: true },
    grades: { label: { zh: '按难度', en: 'By grade' }, kind: 'board', by: 'grade', sort: 'kilometres' },
    guided: {
      label: { zh: '导览安排', en: 'Guided walks' },
      kind: 'calendar',
      by: 'next_date',
      filter: { next_date: { null: false } },
    },
    starts: { label: { zh: '起点地图', en: 'Where they start' }, kind: 'map', by: 'start' },
  },
  groups: [
    {
      name: 'planning',
      label: { zh: '安排', en: 'Planning' },
      fields: ['grade', 'kilometres', 'next_date'],
      aside: true,
    },
    { name: 'pictures', label: { zh: '图片', en: 'Pictures' }, fields: ['picture', 'gallery'] },
  ],
  fields: {
    title: text({ max: 120, required: true, localised: true, label: { zh: '标题', en: 'Title' } }),
    slug: slug({ from: 'title', label: { zh: '网址名', en: 'Slug' } }),
    description: longText({
      default: '',
      localised: true,
      searchable: true,
      label: { zh: '描述', en: 'Description' },
    }),
    start: point({ label: { zh: '起点', en: 'Start' } }),
    seasons: references('tag', { onDelete: 'detach', max: 4, label: { zh: '季节', en: 'Seasons' } }),
    picture: file({ accept: ['image/*'], label: { zh: '主图', en: 'Picture' } }),
    gallery: files({ accept: ['image/*'], max: 12, label: { zh: '图集', en: 'Gallery' } }),
    grade: choice(['easy', 'moderate', 'hard'], {
      label: { zh: '难度', en: 'Grade' },
      default: 'easy',
      words: {
        easy: { zh: '轻松', en: 'Easy' },
        moderate: { zh: '中等', en: 'Moderate' },
        hard: { zh: '困难', en: 'Hard' },
      },
      colors: { easy: 'green', moderate: 'yellow', hard: 'red' },
    }),
    kilometres: decimal({
      precision: 4,
      scale: 1,
      min: '0.1',
      label: { zh: '公里', en: 'Kilometres' },
    }),
    next_date: date({ label: { zh: '下次活动', en: 'Next guided walk' } }),
  },
  access: {
    read: everyone,
    create: edit,
    update: edit,
    delete: edit,
    drafts: edit,
    publish: permission({ zh: '发布路线', en: 'Publish walks' }, 'publish'),
  },
});
