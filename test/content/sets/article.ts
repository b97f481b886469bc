import {
  defineCollection,
  group,
  list,
  login,
  longText,
  permission,
  reference,
  references,
  richText,
  text,
} from 'quire-cms';

/** What change sets write: permissions by action, a field that few see, references inside and outside of groups. */
export default defineCollection({
  name: 'article',
  label: 'Article',
  path: '/v1/article',
  audit: 'full',
  fields: {
    title: text({ max: 50, required: true, unique: true }),
    body: longText(),
    writer: reference('writer', { onDelete: 'refuse' }),
    readers: references('writer', { onDelete: 'detach' }),
    parts: list(group({ by: reference('writer', { onDelete: 'detach' }), words: text({ max: 50 }) })),
    story: richText({ format: 'markdown' }),
    inside: text({
      max: 50,
      read: permission('See internal notes', 'inside'),
      write: permission('See internal notes', 'inside'),
    }),
  },
  access: {
    read: login,
    create: permission('Write articles', 'write'),
    update: permission('Write articles', 'write'),
    delete: permission('Delete articles', 'remove'),
    history: login,
    trash: permission('Delete articles', 'remove'),
    restore: permission('Delete articles', 'remove'),
    purge: permission('Delete articles', 'remove'),
  },
});
