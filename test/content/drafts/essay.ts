import {
  defineCollection,
  everyone,
  login,
  longText,
  ownRecords,
  permission,
  reference,
  references,
  slug,
  text,
} from 'quire-cms';

/** A collection with drafts: everybody reads what is published, and editors see what is not. */
export default defineCollection({
  name: 'essay',
  label: 'Essay',
  path: '/v1/essay',
  audit: 'full',
  drafts: true,
  preview: { url: 'https://site.example/essays/{slug}?part=1' },
  fields: {
    title: text({ max: 50, required: true, searchable: true }),
    slug: slug({ from: 'title' }),
    body: longText(),
    writer: reference('writer', { onDelete: 'detach' }),
    topics: references('topic', { onDelete: 'detach' }),
    note: text({
      max: 50,
      read: permission('See notes', 'note'),
      write: permission('Write notes', 'annotate'),
    }),
  },
  access: {
    read: everyone,
    create: login,
    update: permission('Edit essays', 'edit'),
    delete: permission('Edit essays', 'edit'),
    history: everyone,
    trash: permission('Edit essays', 'edit'),
    restore: permission('Edit essays', 'edit'),
    purge: permission('Edit essays', 'edit'),
    drafts: { level: 'any', rules: [permission('See drafts', 'drafts'), ownRecords(login)] },
    publish: permission('Publish essays', 'publish'),
  },
});
