import { readdirSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { etagOf } from '../answers/etag.ts';
import { type DescribedOperation, describeAnswers } from './describe-answers.ts';

/** The page loads nothing from elsewhere. */
const POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** A route as plain data that can be sent to a thread. */
export type DescribedRoute = Readonly<Pick<RouteOptions, 'method' | 'url' | 'schema'>>;

/** What all routes share. */
export interface CommonParts {
  /** Schemas that those of routes name. */
  readonly shared: readonly JsonSchema[];
  /** The address below which the routes are. */
  readonly server: string;
  /** What filters compare fields by. */
  readonly operators: readonly string[];
}

/** A page, ready to send. */
export interface ApiPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Whether the page loads this file. */
const isShown = (file: string) => /\.(css|js|png)$/.test(file);

/**
 * Every page by its path: /openapi.json describes the routes by their own schemas, and /docs shows it. An app that never
 * listens writes them; it has the same routes only to describe them.
 */
export async function makeApiPages(
  routes: readonly DescribedRoute[],
  { shared, server, operators }: CommonParts,
): Promise<[path: string, ApiPage][]> {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  for (const schema of shared) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quire',
        version: manifest.version,
        license: { name: manifest.license, identifier: manifest.license },
      },
      servers: [{ url: server }],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        schemas: { [COMPARISON]: comparisonBy(operators) },
      },
    },
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
  });
  for (const { method, url, schema } of routes)
    app.route({
      method,
      url,
      ...(schema && { schema }),
      handler: async () => null,
    });
  app.get('/openapi.json', { schema: { hide: true } }, async () => described(app.swagger()));
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '.', // addresses relative to the page, which may lie below a path
    staticCSP: POLICY,
    uiConfig: { validatorUrl: null },
    transformSpecification: (description) => described(description),
  });
  await app.ready();
  const files = readdirSync(new URL('static/', import.meta.resolve('@fastify/swagger-ui'))).filter(isShown);
  const paths = [
    '/openapi.json',
    ...['/docs', '/docs/', '/docs/json', '/docs/static/swagger-initializer.js'],
    ...files.map((file) => `/docs/static/${file}`),
  ];
  return Promise.all(paths.map(async (path) => [path, await pageAt(app, path)] as [string, ApiPage]));
}

async function pageAt(app: FastifyInstance, path: string): Promise<ApiPage> {
  const { headers, rawPayload } = await app.inject(path);
  const bytes = new Uint8Array(rawPayload);
  return {
    bytes,
    headers: {
      'content-type': String(headers['content-type']),
      ...(path.startsWith('/docs') && { 'content-security-policy': POLICY }),
      'cache-control': 'public, max-age=300',
      etag: etagOf(bytes),
    },
  };
}

/** The description in the words of OpenAPI 3.1. */
function described(written: object): Readonly<Record<string, unknown>> {
  const description = withNullTypes(written) as { paths: Record<string, Record<string, Operation>> };
  const tags = new Map<string, Set<string>>(); // with the paths below which their operations are
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(operations)) {
      operation.parameters?.forEach(moveStyle);
      describeAnswers(method, operation);
      const place = path.split('/').slice(0, 3).join('/');
      for (const tag of operation.tags ?? []) tags.set(tag, (tags.get(tag) ?? new Set()).add(place));
    }
  return {
    ...description,
    tags: [...tags].map(([name, places]) => ({ name, description: [...places].join(', ') })),
  };
}

interface Operation extends DescribedOperation {
  readonly tags?: readonly string[];
  readonly parameters?: Parameter[];
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  style?: unknown;
  explode?: unknown;
  readonly schema: { style?: unknown; explode?: unknown };
}

/** How a parameter is written is said of the parameter, not of its values. The library knows schemas alone. */
function moveStyle(parameter: Parameter): void {
  const { style, explode } = parameter.schema;
  if (style === undefined) return;
  Object.assign(parameter, { style, explode });
  delete parameter.schema.style;
  delete parameter.schema.explode;
}

const COMPARISON = 'Comparison';
const COMPARED = {
  anyOf: [{ type: 'string' as const }, { type: 'number' as const }, { type: 'boolean' as const }],
};

/** What stands behind the name of a field in a filter. Lists are for `in` and `nin`. */
function comparisonBy(operators: readonly string[]) {
  const anyOf = [...COMPARED.anyOf, { type: 'array' as const, items: COMPARED }];
  const properties = Object.fromEntries(
    operators.map((word) => [word, word === 'in' || word === 'nin' ? { anyOf } : COMPARED]),
  );
  return { type: 'object' as const, properties };
}

/** Few generated clients can write nested parameters; a text is written by all. */
const JSON_TEXT = { type: 'string', contentMediaType: 'application/json' };

/** What they hold is named by collections and fields, whose names may be those of words of schemas. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'schemas']);

function mapValues(map: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}

/** OpenAPI 3.1 writes `null` as a type; the checker and the serialiser expect `nullable`. */
function withNullTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullTypes);
  if (typeof value !== 'object' || value === null) return value;
  const {
    compares,
    nullable,
    checkedByFields,
    emptyIsNone,
    mayBeMissing,
    olderNames,
    olderName,
    olderValues,
    isBlock,
    isByLanguage,
    isId,
    style,
    explode,
    ...rest
  } = value as Record<string, unknown>;
  if (compares !== undefined) {
    const own = { $ref: `#/components/schemas/${COMPARISON}` };
    return compares === 'value' ? own : { anyOf: [own, { type: 'object', additionalProperties: true }] };
  }
  if (style === 'deepObject') return { style, explode, anyOf: [withNullTypes(rest), JSON_TEXT] };
  const id = isId === true && { type: 'integer', format: 'int64', minimum: 1 };
  const others = Object.entries(rest).map(([key, inner]) => [
    key,
    MAPS.has(key) ? mapValues(inner as object, withNullTypes) : withNullTypes(inner),
  ]);
  const copy: Record<string, unknown> = { ...id, ...Object.fromEntries(others) };
  if (nullable !== true) return copy;
  return '$ref' in copy ? { anyOf: [copy, { type: 'null' }] } : { ...copy, type: [copy.type, 'null'].flat() };
}
