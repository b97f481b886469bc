import Link from 'next/link';
import type { ShownArticle } from '../../quire/articles.ts';
import { addressOf, coverOf } from '../../quire/show-article.ts';
import type { Locale } from '../../quire/texts.ts';

export function ArticleCards({ articles, locale }: { articles: readonly ShownArticle[]; locale: Locale }) {
  return (
    <ul className="cards">
      {articles.map((article) => {
        const cover = coverOf(article, 'card', locale);
        return (
          <li className="card" key={article.id}>
            {cover && <img {...cover} alt={cover.alt} loading="lazy" />}
            <h2>
              <Link href={addressOf(article, locale)}>{article.title}</Link>
            </h2>
            <p className="quiet">{article.summary}</p>
          </li>
        );
      })}
    </ul>
  );
}
