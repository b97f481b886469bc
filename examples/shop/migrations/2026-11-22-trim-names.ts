import { defineMigration } from 'quire';

export default defineMigration({
  name: '2026-11-22-trim-names',
  record: 'product',
  change: ({ name }) => (name === name.trim() ? undefined : { name: name.trim() }),
});
