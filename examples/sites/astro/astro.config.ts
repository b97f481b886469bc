import node from '@astrojs/node';
import { defineConfig, memoryCache } from 'astro/config';
import { settings } from './quire/settings.ts';

const { hostname, port, protocol } = new URL(settings.siteUrl);

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone', bodySizeLimit: 100_000 }),
  server: { host: '127.0.0.1', port: Number(port) || 4321 },
  redirects: { '/': '/en' },
  trailingSlash: 'never',
  // Pages are kept by their path alone, so nobody fills the memory with made-up queries.
  cache: { provider: memoryCache({ query: { include: [] } }) },
  session: { cookie: { secure: protocol === 'https:' } },
  security: { allowedDomains: [{ hostname, port, protocol: protocol.slice(0, -1) }] },
  // The policy in quire/headers.ts allows no inline scripts and styles.
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } },
});
