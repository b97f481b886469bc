import { type JsonSchema, type Properties, Type } from '../../../contract/json-schema.ts';
import { paramsOf, type RouteDefinition } from '../../definitions/project/define-route.ts';
import { idPlaces, membersText, schemaText } from './schema-text.ts';
import { block, member } from './type-text.ts';

/** The types and forms of a project's routes, for `quire.call(…)`. */
export function writeRoutes(routes: readonly RouteDefinition[]): string {
  const named = routes
    .map((route) => ({ route, name: `'${route.method} ${route.path}'` }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    "/** The project's own routes: `quire.call('POST /v1/…', { body })`. */",
    block(
      'export interface Routes',
      named.map(({ route, name }) => member(name, typeOf(route))),
    ),
    block(
      'const routeForms: Readonly<Record<string, RouteForm>> =',
      named.map(({ route, name }) => `${name}: ${JSON.stringify(formOf(route))},`),
    ),
  ].join('\n');
}

function typeOf(route: RouteDefinition): string {
  const { path, params, query, body, rawBody, answer, produces, isAtomic } = route;
  const names = paramsOf(path);
  const inPath = params ?? Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])));
  const asks = [
    ...(names.length > 0 ? [part('params', inPath)] : []),
    ...(query ? [part('query', query)] : []),
    ...(body ? [part('body', body)] : []),
    ...(rawBody ? [member('body', "NonNullable<RequestInit['body']>")] : []),
    member('headers?', 'Readonly<Record<string, string>>'),
    ...(isAtomic && produces === undefined && !rawBody ? [member('idempotencyKey?', 'string')] : []),
  ];
  const answered = answer ? schemaText(answer) : produces === undefined ? 'void' : 'Response';
  return `{ ${member('asks', `{ ${asks.join(' ')} }`)} ${member('answer', answered)} }`;
}

/** What may be left out altogether if nothing in it is required. */
function part(name: string, schema: JsonSchema): string {
  const isOptional = schema.type === 'object' && !schema.required;
  const hasMembers = Object.keys((schema.properties ?? {}) as Properties).length > 0;
  return member(isOptional ? `${name}?` : name, hasMembers ? membersText(schema) : schemaText(schema));
}

function formOf({ rawBody, answer, produces }: RouteDefinition): object {
  const ids = answer ? idPlaces(answer) : [];
  return {
    answers: answer ? 'json' : produces === undefined ? 'nothing' : 'response',
    ...(rawBody && { sends: 'bytes' }),
    ...(ids.length > 0 && { ids }),
  };
}
