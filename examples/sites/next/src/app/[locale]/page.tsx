import type { Metadata } from 'next';
import { listArticles } from '../../../quire/articles.ts';
import { texts } from '../../../quire/texts.ts';
import { ArticleCards } from '../../components/article-cards.tsx';
import { localeOf } from '../../locale.ts';

export const dynamic = 'force-static';
export const revalidate = 3600;

export async function generateMetadata({ params }: PageProps<'/[locale]'>): Promise<Metadata> {
  return { title: texts[await localeOf(params)].articles };
}

export default async function Page({ params }: PageProps<'/[locale]'>) {
  const locale = await localeOf(params);
  const t = texts[locale];
  return (
    <>
      <h1>{t.articles}</h1>
      <p className="lead">{t.about}</p>
      <ArticleCards articles={await listArticles(locale)} locale={locale} />
    </>
  );
}
