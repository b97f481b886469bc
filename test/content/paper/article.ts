import {
  defineCollection,
  everyone,
  integer,
  login,
  longText,
  permission,
  reference,
  richText,
  slug,
  text,
  url,
} from 'quire-cms';

/** An article in several languages, with a field of each kind that can be localised; a note that few may read. */
export default defineCollection({
  name: 'article',
  label: 'Article',
  path: '/v1/article',
  audit: 'full',
  fields: {
    title: text({ max: 60, required: true, searchable: true, indexed: true, localised: true }),
    slug: slug({ from: 'title', localised: true }),
    lead: longText({ searchable: true, localised: true }),
    body: richText({ localised: true }),
    link: url({ max: 200, unique: true, localised: true }),
    note: text({
      max: 60,
      localised: true,
      searchable: true,
      read: permission('Read notes', 'notes'),
      write: permission('Read notes', 'notes'),
    }),
    pages: integer({ default: 1 }),
    topic: reference('topic'),
  },
  access: { read: everyone, create: login, update: login, delete: login, history: login, restore: login },
});
