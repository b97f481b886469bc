import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { type AccessRule, everyone, isForAll } from '../definitions/access-rule.ts';
import { INT64 } from '../definitions/bigint.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Wording } from './dialects/wording.ts';
import { repeatableHeaders } from './repeatable.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifySchema {
    hide?: boolean;
  }
}

/** The page loads nothing from elsewhere. */
const POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/** The API description at /openapi.json and a page to read it at /docs, both made from the routes' own schemas. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Quire', version: '0.1.0' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
  });
  await app.register(async function describedRoutes(pages) {
    // These routes come from the page's library; that everybody may read the description is declared here.
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: everyone };
    });
    pages.get('/openapi.json', { schema: { hide: true } }, async () => withNullTypes(app.swagger()));
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: POLICY,
      uiConfig: { validatorUrl: null },
      transformSpecification: withNullTypes as never,
    });
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
    ...(!isForAll(access) && { security: [{ token: [] }] }),
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

/** OpenAPI 3.1 says `null` as a type; the checker and the serialiser of requests want `nullable`. */
function withNullTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullTypes);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, checkedByFields, emptyIsNone, isId, ...rest } = value as Record<string, unknown>;
  if (isId === true) return { type: 'integer', format: 'int64', minimum: 1 };
  const copy = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, withNullTypes(inner)]));
  if (nullable !== true) return copy;
  return '$ref' in copy ? { anyOf: [copy, { type: 'null' }] } : { ...copy, type: [copy.type, 'null'].flat() };
}
