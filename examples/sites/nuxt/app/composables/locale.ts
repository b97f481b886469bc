import { isLocale, type Locale, texts } from '~~/quire/texts';

/** The language of the page, from its address, and its texts. */
export function useLocale() {
  const { locale: given } = useRoute().params;
  const locale: Locale = typeof given === 'string' && isLocale(given) ? given : 'en';
  return { locale, t: texts[locale] };
}
