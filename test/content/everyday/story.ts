import {
  defineCollection,
  everyone,
  files,
  login,
  longText,
  permission,
  reference,
  references,
  text,
} from 'quire-cms';

/** What an editor writes: texts in two languages, pictures, references and drafts. */
export default defineCollection({
  name: 'story',
  label: 'Story',
  plural: 'Stories',
  path: '/v1/story',
  audit: 'full',
  drafts: true,
  columns: ['title', 'section', 'topics'],
  fields: {
    title: text({ max: 120, required: true, localised: true, searchable: true }),
    summary: text({ max: 300, localised: true }),
    body: longText({ localised: true }),
    section: reference('section', { onDelete: 'detach' }),
    topics: references('topic', { onDelete: 'detach' }),
    gallery: files({ accept: ['image/*'], max: 12 }),
  },
  access: {
    read: everyone,
    create: login,
    update: login,
    delete: login,
    drafts: login,
    publish: permission('Publish stories', 'publish'),
    history: login,
    trash: login,
    restore: login,
  },
});
