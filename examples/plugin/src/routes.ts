import { defineRoute, everyone, fail, notFound, type RouteDefinition, reply, Type } from 'quire-cms';
import type { Pages } from './hooks.ts';
import { failures } from './texts.ts';

/** Leads from a former slug to the page that the record has now. */
export function follow(pages: Pages): RouteDefinition {
  return defineRoute({
    method: 'GET',
    path: '/v1/redirect/from/:collection/:slug',
    label: { en: 'Follow a redirect', zh: '跟随重定向' },
    module: { en: 'Redirects', zh: '重定向' },
    access: everyone,
    rights: 'server',
    params: Type.Object({
      collection: Type.String({ enum: Object.keys(pages) }),
      slug: Type.String({ maxLength: 100 }),
    }),
    produces: 'text/plain',
    async handle({ params: { collection, slug }, records }) {
      const former = await records.find('redirect', { collection, slug });
      if (!former) return notFound();
      const record = await records.find(collection, former.record as bigint);
      if (!record?.slug) return fail(failures.gone);
      const location = `${pages[collection]?.path}${encodeURIComponent(String(record.slug))}`;
      return reply({ status: 301, headers: { location } });
    },
  });
}
