import type { NextConfig } from 'next';
import { pageHeaders } from './quire/headers.ts';

/** Next writes inline scripts into pages that are made before anybody asks, so no nonce can stand there. */
const SCRIPTS = `'self' 'unsafe-inline'${process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''}`;
const headersOf = (path: string) =>
  Object.entries(pageHeaders(path, SCRIPTS)).map(([key, value]) => ({ key, value }));

export default {
  poweredByHeader: false,
  turbopack: { root: import.meta.dirname },
  redirects: async () => [{ source: '/', destination: '/en', permanent: false }],
  headers: async () => [
    { source: '/:path*', headers: headersOf('/') },
    { source: '/:locale/preview/:id', headers: headersOf('/en/preview/1') },
  ],
} satisfies NextConfig;
