import { settings } from './quire/settings.ts';
import { locales } from './quire/texts.ts';

/** Kept until Quire says that something was published, and for an hour at most. */
const kept = { cache: { swr: true, maxAge: 3600 } };
const { port } = new URL(settings.siteUrl);

export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  css: ['~~/quire/site.css'],
  devServer: { host: '127.0.0.1', port: Number(port) || 4321 },
  // The policy in quire/headers.ts allows no inline styles.
  features: { inlineStyles: false },
  // Vue does not know this element of HTML yet.
  vue: { compilerOptions: { isCustomElement: (tag) => tag === 'search' } },
  runtimeConfig: { public: { quireUrl: settings.quireUrl } },
  routeRules: {
    '/': { redirect: '/en' },
    ...Object.fromEntries(
      locales.flatMap((locale) => [`/${locale}`, `/${locale}/articles/**`].map((path) => [path, kept])),
    ),
    '/api/articles/**': kept,
  },
  // Addresses with made-up queries push out the oldest pages, and do not fill the memory.
  nitro: { storage: { cache: { driver: 'lru-cache', max: 1000 } } },
});
