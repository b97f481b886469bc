import { isLocale } from '~~/quire/texts';

export default defineNuxtRouteMiddleware(({ params: { locale } }) => {
  if (locale !== undefined && !isLocale(String(locale))) return abortNavigation({ statusCode: 404 });
});
