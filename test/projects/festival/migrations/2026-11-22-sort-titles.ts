import { defineMigration } from 'quire-cms';

/** What films are sorted by: their titles without an article. */
export default defineMigration({
  name: '2026-11-22-sort-titles',
  collection: 'film',
  where: { sort_title: null },
  change: ({ title }) => ({ sort_title: String(title).replace(/^(A|The) /, '') }),
});
