import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import type { JsonSchema } from '../../contract/json-schema.ts';

/** The page loads nothing from elsewhere. */
const POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/**
 * An app that listens nowhere: /openapi.json describes these routes by their own schemas, /docs is a page to read that.
 * It has routes like these only so that they can be described.
 */
export async function makeApiPages(
  routes: readonly RouteOptions[],
  shared: readonly JsonSchema[],
): Promise<FastifyInstance> {
  const pages = Fastify({ exposeHeadRoutes: false });
  pages.setValidatorCompiler(() => () => true);
  pages.setSerializerCompiler(() => JSON.stringify);
  for (const schema of shared) pages.addSchema(schema);
  await pages.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Quire', version: '0.1.0' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
  });
  for (const { method, url, schema } of routes)
    pages.route({
      method: [method].flat().filter((one) => one !== 'HEAD'),
      url,
      ...(schema && { schema }),
      handler: async () => null,
    });
  pages.get('/openapi.json', { schema: { hide: true } }, async () => withNullTypes(pages.swagger()));
  await pages.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    uiConfig: { validatorUrl: null },
    transformSpecification: withNullTypes as never,
  });
  await pages.ready();
  return pages;
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
