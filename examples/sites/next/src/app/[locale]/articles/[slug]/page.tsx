import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { findArticle } from '../../../../../quire/articles.ts';
import { coverOf } from '../../../../../quire/show-article.ts';
import { texts } from '../../../../../quire/texts.ts';
import { localeOf } from '../../../../locale.ts';

export const dynamic = 'force-static';
export const revalidate = 3600;
/** Pages of articles are made when they are first asked for. */
export const generateStaticParams = () => [];

const articleOf = cache(findArticle);

async function shown({ params }: PageProps<'/[locale]/articles/[slug]'>) {
  const locale = await localeOf(params);
  const article = await articleOf((await params).slug, locale);
  return article ? { locale, article } : notFound();
}

export async function generateMetadata(props: PageProps<'/[locale]/articles/[slug]'>): Promise<Metadata> {
  const { title, summary } = (await shown(props)).article;
  return { title, description: summary };
}

export default async function Page(props: PageProps<'/[locale]/articles/[slug]'>) {
  const { locale, article } = await shown(props);
  const cover = coverOf(article, 'hero', locale);
  return (
    <article className="article">
      <h1>{article.title}</h1>
      <p className="lead">{article.summary}</p>
      {cover && <img {...cover} alt={cover.alt} />}
      <p className="quiet">
        {texts[locale].by} {article.expanded.author?.name}
      </p>
      {/* Quire sanitises rich text before it stores it. */}
      <div dangerouslySetInnerHTML={{ __html: article.body }} />
    </article>
  );
}
