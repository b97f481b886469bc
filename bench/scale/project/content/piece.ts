import { choice, defineCollection, integer, login, longText, reference, text } from 'quire-cms';

// What lists are measured with: fields with and without an index, a choice, a reference and a long text.
export default defineCollection({
  name: 'piece',
  label: 'Piece',
  path: '/v1/piece',
  audit: 'full',
  fields: {
    title: text({ max: 100, required: true }),
    rank: integer({ indexed: true }),
    size: integer(),
    kind: choice(['news', 'essay', 'letter', 'note']),
    person: reference('person', { required: true }),
    body: longText({ default: '' }),
  },
  indexes: [['person', 'rank']],
  access: { read: login, create: login, update: login, delete: login, history: login },
});
