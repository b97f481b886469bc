import {
  choice,
  defineCollection,
  login,
  longText,
  permission,
  recordsWhere,
  reference,
  richText,
  text,
} from 'quire-cms';

/** Everybody who signed in reads what is live; a note is for those who may read notes. */
export default defineCollection({
  name: 'article',
  label: 'Article',
  path: '/v1/article',
  audit: 'full',
  search: ['title', ['summary', 'note'], 'body'],
  fields: {
    title: text({ max: 200, required: true }),
    summary: text({ max: 500 }),
    body: richText({ format: 'html' }),
    note: longText({ read: permission('Read notes') }),
    status: choice(['live', 'hidden'], { default: 'live' }),
    parent_id: reference('article', { onDelete: 'delete' }),
  },
  access: {
    read: recordsWhere(login, { status: 'live' }),
    create: login,
    update: login,
    delete: login,
    history: login,
    trash: login,
    restore: login,
    purge: login,
  },
});
