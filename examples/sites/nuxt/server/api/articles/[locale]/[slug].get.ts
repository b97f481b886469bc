import { findArticle } from '~~/quire/articles';

export default defineEventHandler(async (event) => {
  const { locale, slug = '' } = getRouterParams(event);
  const article = await findArticle(slug, requireLocale(locale));
  if (!article) throw createError({ statusCode: 404 });
  return article;
});
