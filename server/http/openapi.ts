import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { type AccessRule, admitsNobody, everyone, isForAll } from '../definitions/access-rule.ts';
import { INT64 } from '../definitions/bigint.ts';
import { AppError } from '../errors.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Wording } from './dialects/wording.ts';
import { repeatableHeaders } from './repeatable.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifySchema {
    hide?: boolean;
  }
}

/** What the server that they are asked from says itself. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']);

/**
 * Serves the description of these routes at /openapi.json and a page to read it at /docs. Both are made when somebody first
 * asks: a start need not wait for what most of them never show.
 */
export function describeApi(
  app: FastifyInstance,
  routes: readonly RouteOptions[],
  shared: readonly JsonSchema[],
): void {
  let made: Promise<FastifyInstance> | undefined;
  const pages = () => {
    const shown = routes.filter(({ schema }) => schema && !schema.hide);
    made ??= import('./api-pages.ts').then(({ makeApiPages }) => makeApiPages(shown, shared));
    return made;
  };
  const handler = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const answer = await (await pages()).inject({ url, headers });
    if (answer.statusCode >= 400) throw new AppError('notFound');
    for (const [name, value] of Object.entries(answer.headers))
      if (!OWN_HEADERS.has(name)) reply.header(name, value);
    return reply.code(answer.statusCode).send(answer.rawPayload);
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

/** A route's schemas: what is checked, what is sent, and what the description says. */
export function docsOf(route: Route, access: AccessRule, dialect: Dialect): FastifySchema {
  const { params, query, body, answer, family, summary, tag, accepts, produces } = route;
  const headers = route.isRepeatable ? repeatableHeaders : route.headers;
  const { failure, written } = schemasOf(dialect.words[family], route);
  const status = answer ? 200 : '2xx';
  const bytes = produces && { content: { [produces]: { schema: Type.String({ format: 'binary' }) } } };
  return {
    summary,
    tags: [tag],
    ...(dialect.base !== '' && { hide: true }),
    ...(!isForAll(access) && { security: admitsNobody(access) ? [{}, { token: [] }] : [{ token: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    ...(accepts && { consumes: [accepts] }),
    response: {
      [status]: bytes ?? answer ?? written,
      '4xx': failure,
      '5xx': failure,
    },
  } as FastifySchema;
}

/** What is answered to a write, and to one that failed. */
function schemasOf({ code, text, failure, written }: Wording, { tellsItems }: Route) {
  if (!tellsItems) return { failure, written };
  const item = { index: Type.Integer(), status: Type.Integer() };
  const told = { [code]: Type.Integer(), [text]: Type.String(), problems: Type.Map(Type.String()) };
  return {
    failure: withItems(failure, Type.Object({ ...item, ...told })),
    written: withItems(written, Type.Object({ ...item, id: INT64 })),
  };
}

function withItems(schema: JsonSchema, item: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...(schema.properties as object), items: Type.Array(item) } };
}
