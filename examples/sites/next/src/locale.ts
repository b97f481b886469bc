import { notFound } from 'next/navigation';
import { isLocale, type Locale } from '../quire/texts.ts';

/** The language of a page, from its address. */
export async function localeOf(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale } = await params;
  return isLocale(locale) ? locale : notFound();
}
