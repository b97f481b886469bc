import { type ArticleDraftsRecord, Quire, QuireError } from './quire-client.ts';
import { settings } from './settings.ts';
import type { Locale } from './texts.ts';

const { article } = new Quire({ base: `${settings.quireUrl}/api` }).collections;
const expand = { author: true, cover: true } as const;

/** The published articles, the newest first. */
export async function listArticles(locale: Locale) {
  return (await article.list({ locale, expand, sort: '-id', count: 50 })).items;
}

export type ShownArticle = Awaited<ReturnType<typeof listArticles>>[number];

/** A published article. Undefined if the article does not exist or is only a draft. */
export async function findArticle(slug: string, locale: Locale): Promise<ShownArticle | undefined> {
  const { items } = await article.list({ filter: { slug: { eq: slug } }, locale, expand, count: 1 });
  return items[0];
}

/** The best articles first. */
export async function searchArticles(words: string, locale: Locale): Promise<readonly ShownArticle[]> {
  const search = words.trim().slice(0, 100);
  return search === '' ? [] : (await article.list({ search, locale, expand, count: 20 })).items;
}

/** The draft that a preview link opens; undefined if the link has ended. */
export async function findDraft(
  id: string,
  token: string,
  locale: Locale,
): Promise<ArticleDraftsRecord | undefined> {
  if (!/^\d{1,19}$/.test(id)) return undefined;
  try {
    return await article.drafts.getPreview(id, token, { locale });
  } catch (error) {
    if (error instanceof QuireError && error.status < 500) return undefined;
    throw error;
  }
}
