import { isLocale, type Locale } from '~~/quire/texts';

export function requireLocale(text: unknown): Locale {
  const locale = String(text);
  if (!isLocale(locale)) throw createError({ statusCode: 404 });
  return locale;
}
