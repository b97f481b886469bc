import {
  blocks,
  choice,
  defineCollection,
  everyone,
  file,
  files,
  group,
  login,
  longText,
  permission,
  richText,
  slug,
  text,
} from 'quire-cms';

/** A newspaper's story in each language of content, written before it is shown, with pictures and a private contract. */
export default defineCollection({
  name: 'story',
  label: { en: 'Story', zh: '报道' },
  path: '/v1/story',
  audit: 'full',
  drafts: true,
  fields: {
    title: text({
      max: 80,
      required: true,
      searchable: true,
      localised: true,
      label: { en: 'Title', zh: '标题' },
    }),
    address: slug({ from: 'title', localised: true, label: { en: 'Address', zh: '网址名' } }),
    lead: longText({ localised: true, label: { en: 'Lead', zh: '导语' } }),
    body: richText({ localised: true, label: { en: 'Body', zh: '正文' } }),
    section: choice(['home', 'world', 'sport'], {
      default: 'home',
      indexed: true,
      label: { en: 'Section', zh: '栏目' },
    }),
    hero: file({ accept: ['image/*'], label: { en: 'Picture', zh: '图片' } }),
    gallery: files({ label: { en: 'Gallery', zh: '图集' } }),
    parts: blocks(
      { pictures: group({ images: files(), words: text({ max: 80 }) }) },
      { label: { en: 'Parts', zh: '部分' } },
    ),
    contract: file({
      private: true,
      read: permission('Read contracts'),
      label: { en: 'Contract', zh: '合同' },
    }),
  },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    drafts: login,
    history: login,
    trash: login,
    restore: login,
    publish: permission('Publish stories', 'publish'),
  },
});
