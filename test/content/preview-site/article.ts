import {
  blocks,
  choice,
  defineCollection,
  everyone,
  group,
  integer,
  login,
  longText,
  permission,
  slug,
  text,
} from 'quire-cms';

/** An article with drafts, in each language, shown on a page of a site. */
export default defineCollection({
  name: 'article',
  label: { en: 'Article', zh: '文章' },
  path: '/v1/article',
  audit: 'full',
  drafts: true,
  preview: { url: `${process.env.PREVIEW_SITE ?? 'https://site.example'}/{locale}/articles/{slug}?id={id}` },
  fields: {
    title: text({ max: 80, required: true, localised: true, label: { en: 'Title', zh: '标题' } }),
    slug: slug({ from: 'title', localised: true, label: { en: 'Address', zh: '网址名' } }),
    lead: longText({ default: '', localised: true, label: { en: 'Lead', zh: '导语' } }),
    section: choice(['home', 'world'], { default: 'home', label: { en: 'Section', zh: '栏目' } }),
    minutes: integer({ min: 1, label: { en: 'Reading time', zh: '阅读时间' } }),
    parts: blocks(
      {
        quote: group({ words: text({ max: 80 }), by: text({ max: 80 }) }),
        note: group({ words: longText() }),
      },
      { label: { en: 'Parts', zh: '部分' } },
    ),
    remark: text({
      max: 80,
      default: '',
      read: permission('Read remarks', 'remark'),
      label: { en: 'Remark', zh: '备注' },
    }),
  },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    drafts: permission('See drafts', 'drafts'),
    publish: permission('Publish articles', 'publish'),
  },
});
