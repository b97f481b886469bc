import { defineCollection, everyone, login, longText, slug, text } from 'quire-cms';

/** A collection with drafts that may stay without the text of its slug. */
export default defineCollection({
  name: 'poem',
  label: 'Poem',
  path: '/v1/poem',
  audit: 'full',
  drafts: true,
  fields: { title: text({ max: 50 }), slug: slug({ from: 'title' }), lines: longText() },
  access: { read: everyone, create: login, update: login, delete: login, drafts: login, publish: login },
});
