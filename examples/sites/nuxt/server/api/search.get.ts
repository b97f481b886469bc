import { searchArticles } from '~~/quire/articles';

export default defineEventHandler((event) => {
  const { q, locale } = getQuery(event);
  return searchArticles(String(q ?? ''), requireLocale(locale));
});
