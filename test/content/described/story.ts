import {
  choice,
  dateTime,
  defineCollection,
  everyone,
  login,
  longText,
  permission,
  references,
  slug,
  text,
} from 'quire-cms';

/** Says all that a definition may say for people. */
export default defineCollection({
  name: 'story',
  label: { en: 'Story', zh: '故事' },
  help: { en: 'What readers come for', zh: '读者为此而来' },
  path: '/v1/story',
  audit: 'full',
  titleField: 'headline',
  columns: ['headline', 'state', 'fee', 'update_time'],
  groups: [
    { name: 'address', label: { en: 'Address', zh: '地址' }, fields: ['slug', 'related_stories'] },
    { name: 'money', label: { en: 'Money', zh: '费用' }, fields: ['fee'] },
  ],
  fields: {
    code: text({ max: 20, default: '' }),
    headline: text({
      max: 80,
      required: true,
      searchable: true,
      label: { en: 'Headline', zh: '标题' },
      help: { en: 'At most one line', zh: '不超过一行' },
    }),
    slug: slug({ from: 'headline' }),
    lead: longText({ default: '' }),
    state: choice(['draft', 'live'], {
      default: 'draft',
      words: { draft: { en: 'Draft', zh: '草稿' }, live: { en: 'Live', zh: '已发布' } },
    }),
    fee: text({ max: 20, read: permission('See fees'), write: permission('Change fees') }),
    published_on: dateTime(),
    related_stories: references('story', { max: 5, onDelete: 'detach' }),
  },
  access: { read: everyone, create: login, update: login, delete: permission('Delete stories') },
});
