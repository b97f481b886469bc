import '../../../quire/site.css';
import type { Metadata } from 'next';
import Link from 'next/link';
import { locales, texts } from '../../../quire/texts.ts';
import { LanguageLinks } from '../../components/language-links.tsx';
import { localeOf } from '../../locale.ts';

export const generateStaticParams = () => locales.map((locale) => ({ locale }));

export async function generateMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  const t = texts[await localeOf(params)];
  return {
    title: { default: t.name, template: `%s · ${t.name}` },
    description: t.about,
    icons: '/icon.svg',
  };
}

export default async function Layout({ params, children }: LayoutProps<'/[locale]'>) {
  const locale = await localeOf(params);
  const t = texts[locale];
  return (
    <html lang={locale}>
      <body>
        <a className="skip" href="#content">
          {t.skip}
        </a>
        <header>
          <Link className="brand" href={`/${locale}`}>
            {t.name}
          </Link>
          <nav>
            <Link href={`/${locale}`}>{t.articles}</Link>
            <Link href={`/${locale}/search`}>{t.search}</Link>
            <Link href={`/${locale}/letters`}>{t.letters}</Link>
          </nav>
          <LanguageLinks locale={locale} label={t.otherLanguages} />
        </header>
        <main id="content">{children}</main>
        <footer>{t.about}</footer>
      </body>
    </html>
  );
}
