import type { Metadata } from 'next';
import { searchArticles } from '../../../../quire/articles.ts';
import { texts } from '../../../../quire/texts.ts';
import { ArticleCards } from '../../../components/article-cards.tsx';
import { localeOf } from '../../../locale.ts';

export async function generateMetadata({ params }: PageProps<'/[locale]/search'>): Promise<Metadata> {
  return { title: texts[await localeOf(params)].search };
}

export default async function Page({ params, searchParams }: PageProps<'/[locale]/search'>) {
  const locale = await localeOf(params);
  const { q } = await searchParams;
  const words = typeof q === 'string' ? q : '';
  const articles = await searchArticles(words, locale);
  const t = texts[locale];
  return (
    <>
      <h1>{t.search}</h1>
      <search>
        <form className="search">
          <input type="search" name="q" defaultValue={words} aria-label={t.searchFor} maxLength={100} />
          <button type="submit">{t.search}</button>
        </form>
      </search>
      {words && articles.length === 0 && <p role="status">{t.noResults}</p>}
      <ArticleCards articles={articles} locale={locale} />
    </>
  );
}
