import type { APIRoute } from 'astro';
import { isFromQuire } from '../../../quire/webhook.ts';

export const POST: APIRoute = async ({ request, cache }) => {
  if (!(await isFromQuire(request))) return new Response(null, { status: 401 });
  await cache.invalidate({ tags: 'articles' });
  return new Response(null, { status: 204 });
};
