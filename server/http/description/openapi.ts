import { once } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { type AccessRule, admitsNobody, everyone, isForAll } from '../../definitions/access-rule.ts';
import { INT64 } from '../../definitions/fields/bigint.ts';
import { AppError } from '../../errors.ts';
import type { Language } from '../../messages/languages.ts';
import { message } from '../../messages/message.ts';
import { startThread } from '../../shared/start-thread.ts';
import { isKnown } from '../answers/etag.ts';
import { repeatableHeaders } from '../answers/repeatable.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { withProperties } from '../dialects/forms.ts';
import type { Wording } from '../dialects/wording.ts';
import { languageOf, variesByLanguage } from '../edge/language.ts';
import { pathOf } from '../edge/request-line.ts';
import { inWords } from '../in-words.ts';
import { isRepeatable, type Route } from '../route.ts';
import type { ApiPage, Described } from './api-pages.ts';

declare module 'fastify' {
  interface FastifySchema {
    hide?: boolean;
  }
}

/**
 * Serves the description of these routes at /openapi.json and a page to read it at /docs. They are made when somebody first
 * asks in a language, off the event loop, and kept: a start need not wait for what most of them never show.
 */
export function describeApi(
  app: FastifyInstance,
  routes: readonly RouteOptions[],
  shared: readonly JsonSchema[],
  own: Language,
): void {
  const made = new Map<Language, Promise<ReadonlyMap<string, ApiPage>>>();
  const pagesIn = (language: Language) => {
    const known = made.get(language);
    if (known) return known;
    const shown = routes.flatMap(({ method, url, schema = { hide: true } }) =>
      schema.hide ? [] : { method, url, schema: inWords(schema, language) },
    );
    const pages = makePages({ routes: shown, shared: inWords(shared, language) });
    made.set(language, pages);
    pages.catch(() => made.delete(language)); // the next to ask tries again
    return pages;
  };
  const handler = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const pages = await pagesIn(languageOf(headers, own));
    const page = pages.get(pathOf(url, ''));
    if (!page) throw new AppError('notFound');
    variesByLanguage(reply);
    reply.headers(page.headers);
    return isKnown(headers['if-none-match'], String(page.headers.etag))
      ? reply.code(304).send()
      : reply.send(page.bytes);
  };
  for (const url of ['/openapi.json', '/docs', '/docs/*'])
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config: { access: everyone },
      schema: { hide: true },
      handler,
    });
}

async function makePages(workerData: Described): Promise<ReadonlyMap<string, ApiPage>> {
  const thread = startThread(new URL('./api-pages-thread.ts', import.meta.url), { workerData });
  const [pages] = (await once(thread, 'message')) as [[path: string, ApiPage][]];
  return new Map(pages);
}

/** The name that generated clients give a request: `getV1BookId` for `GET /v1/book/:id`. */
function operationOf({ method, path }: Route): string {
  const words = path.split(/\W+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A route's schemas: what is checked, what is sent, and what the description says. */
export function docsOf(route: Route, access: AccessRule, dialect: Dialect): FastifySchema {
  const { params, query, body, answer, family, summary, tag, accepts, produces } = route;
  const headers = isRepeatable(route) ? repeatableHeaders(route.headers) : route.headers;
  const { failure, written } = schemasOf(dialect.words[family], route);
  const status = answer ? (route.isMaking ? 201 : 200) : '2xx';
  const bytes = produces && { content: { [produces]: { schema: { type: 'string', format: 'binary' } } } };
  return {
    operationId: operationOf(route),
    summary,
    tags: [tag],
    ...((dialect.base !== '' || route.isPage) && { hide: true }),
    ...(!isForAll(access) && { security: admitsNobody(access) ? [{}, { token: [] }] : [{ token: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...(accepts && { consumes: [accepts] }),
    response: {
      [status]: bytes ?? answer ?? written,
      ...(route.isLimited && { 429: { ...failure, about: message('tooManyRequests') } }),
      '4xx': failure,
      '5xx': failure,
    },
  } as FastifySchema;
}

/** What is answered to a write, and to one that failed. */
function schemasOf({ failure, written, refusedItem }: Wording, { tells, tellsItems }: Route) {
  if (!tellsItems) return { failure, written: tells ? withProperties(written, tells) : written };
  const item = { index: Type.Integer(), status: Type.Integer() };
  return {
    failure: withItems(failure, Type.Object({ ...item, ...refusedItem })),
    written: withItems(written, Type.Object({ ...item, id: INT64 })),
  };
}

function withItems(schema: JsonSchema, item: JsonSchema): JsonSchema {
  return withProperties(schema, { items: Type.Array(item) });
}
