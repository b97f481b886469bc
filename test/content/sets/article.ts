import {
  defineRecord,
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
export default defineRecord({
  name: 'article',
  label: '稿件',
  path: '/v1/article',
  audit: 'full',
  fields: {
    title: text({ max: 50, required: true, unique: true }),
    body: longText(),
    writer: reference('writer', { onDelete: 'refuse' }),
    readers: references('writer', { onDelete: 'detach' }),
    parts: list(group({ by: reference('writer', { onDelete: 'detach' }), words: text({ max: 50 }) })),
    story: richText({ format: 'markdown' }),
    inside: text({ max: 50, read: permission('看内参', 'inside'), write: permission('看内参', 'inside') }),
  },
  access: {
    read: login,
    create: permission('写稿', 'write'),
    update: permission('写稿', 'write'),
    delete: permission('删稿', 'remove'),
    history: login,
    trash: permission('删稿', 'remove'),
    restore: permission('删稿', 'remove'),
    purge: permission('删稿', 'remove'),
  },
});
