import {
  bigint,
  choice,
  dateTime,
  decimal,
  defineCollection,
  everyone,
  integer,
  json,
  login,
  permission,
  reference,
  references,
  text,
} from 'quire-cms';

/** Numbers of every size, references to one and to many. */
export default defineCollection({
  name: 'article',
  label: { en: 'Article', zh: '文章' },
  path: '/v1/article',
  audit: 'full',
  fields: {
    title: text({ max: 50, required: true, unique: true, searchable: true }),
    price: decimal({ precision: 18, scale: 4 }),
    serial: bigint(),
    pages: integer({ min: 1 }),
    state: choice(['open', 'closed'], { default: 'open' }),
    due: dateTime(),
    extra: json({ max: 500, depth: 4 }),
    author: reference('author', { onDelete: 'detach' }),
    readers: references('author', { onDelete: 'detach' }),
  },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: permission('Delete articles', 'remove'),
    history: login,
  },
});
