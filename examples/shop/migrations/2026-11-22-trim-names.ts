import { defineMigration } from 'quire-cms';

export default defineMigration({
  name: '2026-11-22-trim-names',
  collection: 'product',
  change: ({ name }) => (name === name.trim() ? undefined : { name: name.trim() }),
});
