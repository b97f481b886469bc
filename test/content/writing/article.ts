import {
  defineCollection,
  login,
  ownRecords,
  permission,
  reference,
  references,
  slug,
  text,
} from 'quire-cms';

/** With two unique groups of fields, references, and a rule of its own for each action. */
export default defineCollection({
  name: 'article',
  label: 'Article',
  path: '/v1/article',
  audit: 'full',
  fields: {
    title: text({ max: 20, required: true }),
    name: slug({ from: 'title' }),
    code: text({ max: 20, unique: true }),
    language: text({ max: 2, default: 'zh' }),
    source: text({ max: 20 }),
    note_id: reference('note'),
    related: references('article', { onDelete: 'detach' }),
  },
  unique: [['language', 'source']],
  access: {
    read: login,
    create: permission('Write articles'),
    update: ownRecords(login),
    delete: permission('Delete articles'),
  },
});
