import type { ShownArticle } from './articles.ts';
import type { Locale } from './texts.ts';

// Apart from what asks Quire, so that components in browsers may import it.

type Linked = Pick<ShownArticle, 'slug'>;
type Cover = Pick<NonNullable<ShownArticle['expanded']['cover']>, 'url' | 'alt'>;
interface Covered {
  readonly expanded: { readonly cover: Cover | null };
}

/** The page of an article. */
export const addressOf = ({ slug }: Linked, locale: Locale) => `/${locale}/articles/${slug}`;

/** Sizes as `quire.json` declares them. */
const sizes = { card: { width: 480, height: 320 }, hero: { width: 1200, height: 600 } } as const;

/** The attributes of an `<img>` for the cover, cropped to a size. Undefined without a cover. */
export function coverOf({ expanded: { cover } }: Covered, size: keyof typeof sizes, locale: Locale) {
  return cover && { src: `${cover.url}?size=${size}`, alt: cover.alt?.[locale] ?? '', ...sizes[size] };
}
