import {
  defineRecord,
  everyone,
  login,
  longText,
  ownRows,
  permission,
  reference,
  references,
  slug,
  text,
} from 'quire-cms';

/** A record with drafts: everybody reads what is published, and editors see what is not. */
export default defineRecord({
  name: 'essay',
  label: '文章',
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
    note: text({ max: 50, read: permission('看批注', 'note'), write: permission('写批注', 'annotate') }),
  },
  access: {
    read: everyone,
    create: login,
    update: permission('改文章', 'edit'),
    delete: permission('改文章', 'edit'),
    history: everyone,
    trash: permission('改文章', 'edit'),
    restore: permission('改文章', 'edit'),
    purge: permission('改文章', 'edit'),
    drafts: { level: 'any', rules: [permission('看草稿', 'drafts'), ownRows(login)] },
    publish: permission('发布文章', 'publish'),
  },
});
