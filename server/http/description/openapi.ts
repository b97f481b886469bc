import { once } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { withSettings } from '../../access/decide.ts';
import { type AccessRule, admitsAnonymous, everyone, isForAll } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { type Language, message } from '../../messages/index.ts';
import { OPERATORS } from '../../records/query/conditions/operators.ts';
import { inTurns, startThread } from '../../shared/index.ts';
import { headersOf, isKnown, takesPreferences } from '../answers/index.ts';
import { type Dialect, dialectOf, inDialect, withProperties } from '../dialects/index.ts';
import { languageOf, pathOf, variesByLanguage } from '../edge/request-head.ts';
import { inWords } from '../in-words.ts';
import type { Route } from '../route.ts';
import { answersOf } from './answers-of.ts';
import type { ApiPage, CommonParts, DescribedRoute } from './api-pages.ts';

interface ApiParts {
  readonly routes: readonly Route[];
  readonly switchedOff: ReadonlySet<string>;
  /** Schemas that those of routes name. */
  readonly shared: readonly JsonSchema[];
  /** Where clients reach the server; undefined for where they got the description. */
  readonly publicUrl: string | undefined;
  /** The language of callers without Accept-Language. */
  readonly own: Language;
}

/**
 * Serves the description of these routes at /openapi.json and a page to read it at /docs. They are made off the event loop at
 * the first request on a base in a language, and kept. The start does not wait for them.
 */
export function describeApi(
  app: FastifyInstance,
  { routes, switchedOff, shared, publicUrl = '', own }: ApiParts,
): void {
  const made = new Map<string, Promise<ReadonlyMap<string, ApiPage>>>();
  const pagesOf = (dialect: Dialect, language: Language) => {
    const name = `${language} ${dialect.base}`;
    const known = made.get(name);
    if (known) return known;
    const describe = (route: Route) => ({
      method: route.method,
      url: route.path,
      schema: inWords(docsOf(route, withSettings(route.access, switchedOff), dialect), language),
    });
    const shown = routes.filter(({ isUndescribed }) => !isUndescribed).values();
    const pages = makePages(shown.map(describe), {
      shared: inWords([...shared, ...(dialect.bodies.shared ?? [])], language),
      server: publicUrl + dialect.base || '/',
      operators: OPERATORS,
    });
    made.set(name, pages);
    pages.catch(() => made.delete(name)); // the next to ask tries again
    return pages;
  };
  const handler = async ({ url, headers, raw }: FastifyRequest, reply: FastifyReply) => {
    const dialect = dialectOf(raw);
    const pages = await pagesOf(dialect, languageOf(headers, dialect.language ?? own));
    const page = pages.get(pathOf(url));
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
      config: { access: everyone, isNotForLin: true },
      handler,
    });
}

/** A thread gets one route after the other, in as many turns of the event loop as that takes. */
async function makePages(
  routes: Iterable<DescribedRoute>,
  common: CommonParts,
): Promise<ReadonlyMap<string, ApiPage>> {
  const thread = startThread(new URL('./api-pages-thread.ts', import.meta.url), { workerData: common });
  const send = function* () {
    for (const route of routes) {
      thread.postMessage(route);
      yield;
    }
    thread.postMessage(null);
  };
  try {
    const [[pages]] = await Promise.all([once(thread, 'message'), inTurns(send())]);
    return new Map(pages as [path: string, ApiPage][]);
  } finally {
    await thread.terminate();
  }
}

/** The name that generated clients give a request: `getV1BookId` for `GET /v1/book/:id`. */
function operationOf({ method, path }: Route): string {
  const words = path.split(/\W+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A public operation needs no token. Where the rule lets visitors see some records, a token may show more. */
function securityOf({ asksNobody }: Route, access: AccessRule): object[] {
  if (asksNobody || isForAll(access)) return [];
  return admitsAnonymous(access) ? [{}, { token: [] }] : [{ token: [] }];
}

/** How clients ask for an answer only if it has changed. */
const knownHeader = { 'if-none-match': Type.Optional(Type.String({ about: message('onlyIfChanged') })) };

/** What clients prefer that do not read the record which a write answers. */
const minimalHeader = { prefer: Type.Optional(Type.String({ about: message('preferMinimal') })) };

/** The headers that a route accepts, with those that every route of its kind does. */
function headersIn(route: Route, { answersRecords }: Dialect): JsonSchema | undefined {
  const more = {
    ...(route.isCacheable && knownHeader),
    ...(answersRecords && takesPreferences(route) && minimalHeader),
  };
  const declared = headersOf(route);
  return Object.keys(more).length > 0 ? withProperties(declared ?? Type.Object({}), more) : declared;
}

/** The description of a route: its schemas, its access rule and its failures. */
function docsOf(declared: Route, access: AccessRule, dialect: Dialect): FastifySchema {
  const route = inDialect(declared, dialect);
  const { params, query, summary, tag, accepts, produces } = route;
  const headers = headersIn(route, dialect);
  const bytes = produces && { content: { [produces]: { schema: { type: 'string', format: 'binary' } } } };
  const security = securityOf(route, access);
  const { successes, failures } = answersOf({ declared, route, dialect, asksForToken: security.length > 0 });
  return {
    operationId: operationOf(route),
    summary,
    tags: [tag],
    security,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(declared.body && { body: declared.body }),
    ...(accepts && { consumes: [accepts] }),
    response: {
      ...(bytes ? Object.fromEntries(Object.keys(successes).map((one) => [one, bytes])) : successes),
      ...(route.isCacheable && { 304: { type: 'null', about: message('notModified') } }),
      ...failures,
    },
  } as FastifySchema;
}
