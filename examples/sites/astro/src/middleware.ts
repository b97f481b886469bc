import { defineMiddleware } from 'astro:middleware';
import { pageHeaders } from '../quire/headers.ts';

export const onRequest = defineMiddleware(async ({ url }, next) => {
  const response = await next();
  for (const [name, value] of Object.entries(pageHeaders(url.pathname))) response.headers.set(name, value);
  return response;
});
