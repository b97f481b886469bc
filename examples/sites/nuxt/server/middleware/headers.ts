import { pageHeaders } from '~~/quire/headers';

/** Nuxt writes inline scripts into pages that are kept, so no nonce can stand there. */
const SCRIPTS = `'self' 'unsafe-inline'${import.meta.dev ? " 'unsafe-eval'" : ''}`;

export default defineEventHandler((event) => {
  setResponseHeaders(event, pageHeaders(event.path, SCRIPTS));
});
