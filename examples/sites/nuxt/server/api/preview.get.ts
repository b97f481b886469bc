import { findDraft } from '~~/quire/articles';

export default defineEventHandler(async (event) => {
  const { id, preview, locale } = getQuery(event);
  setResponseHeader(event, 'cache-control', 'no-store');
  const draft = await findDraft(String(id), String(preview), requireLocale(locale));
  if (!draft) throw createError({ statusCode: 404 });
  return draft;
});
