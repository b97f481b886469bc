import type { JsonSchema, Properties } from '../../contract/json-schema.ts';
import type { Catalogue, RouteDefinition } from '../definitions/for-server.ts';
import type { Route } from '../http/route.ts';
import { type ClientRoute, ofDefinition, ofRoute } from './client-route.ts';
import { idPlaces, membersText, schemaText } from './schema-text.ts';
import { block, member } from './type-text.ts';

const MADE = `// Made by \`npm run client:routes\` from the table of routes: make it anew instead of changing it.
// biome-ignore-all format: made by a program`;
const FORMS = 'Readonly<Record<string, RouteForm>>';

/** The types and forms of a project's routes, for `quire.call(…)`. */
export function writeRoutes(routes: readonly RouteDefinition[]): string {
  const named = byName(routes.map(ofDefinition));
  return [
    "/** All routes but those of collections, and the project's own: `quire.call('POST /v1/…', { body })`. */",
    block('export interface Routes extends BuiltInRoutes', typesOf(named)),
    block(`const routeForms: ${FORMS} =`, ['...builtInForms,', ...formsOf(named)]),
  ].join('\n');
}

/** The same of the server's own routes, which are the same for all projects: two files of the client's runtime. */
export function writeBuiltInRoutes(table: readonly Route[], { served }: Catalogue) {
  const isOfCollection = (path: string) => served.some((one) => `${path}/`.startsWith(`${one.path}/`));
  const named = byName(
    table.filter(({ path, isUndescribed }) => !isUndescribed && !isOfCollection(path)).map(ofRoute),
  );
  return {
    types: [
      MADE,
      "import type { PlainRoute, RepeatableRoute } from './route-caller.ts';\n",
      "/** The server's own routes, without those of collections. The client gives ids as texts; in JSON they are numbers. */",
      block('export interface BuiltInRoutes<Id = string>', typesOf(named)),
    ].join('\n'),
    forms: [
      MADE,
      "import type { RouteForm } from './route-caller.ts';\n",
      "/** How requests are sent to the server's own routes. */",
      block(`export const builtInForms: ${FORMS} =`, formsOf(named)),
    ].join('\n'),
  };
}

function byName(routes: readonly ClientRoute[]): readonly ClientRoute[] {
  return routes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function typesOf(routes: readonly ClientRoute[]): string[] {
  return routes.map((route) => member(`'${route.name}'`, typeOf(route)));
}

function typeOf({ params, query, body, sends, answer, answersResponse, ...route }: ClientRoute): string {
  const asks = [
    ...(params ? [part('params', params)] : []),
    ...(query ? [part('query', query)] : []),
    ...(body ? [part('body', body)] : []),
    ...(sends ? [member('body', sends === 'form' ? 'FormData' : "NonNullable<RequestInit['body']>")] : []),
  ];
  const asked = asks.length > 0 ? `{ ${asks.join(' ')} }` : 'object';
  const answered = answer ? schemaText(answer) : answersResponse ? 'Response' : 'void';
  return `${route.isRepeatable ? 'RepeatableRoute' : 'PlainRoute'}<${asked}, ${answered}>`;
}

/** What may be left out altogether if nothing in it is required. */
function part(name: string, schema: JsonSchema): string {
  const isOptional = schema.type === 'object' && !schema.required;
  const hasMembers = Object.keys((schema.properties ?? {}) as Properties).length > 0;
  return member(isOptional ? `${name}?` : name, hasMembers ? membersText(schema) : schemaText(schema));
}

/** Those that answer nothing, and are sent JSON, need no form. */
function formsOf(routes: readonly ClientRoute[]): string[] {
  return routes.flatMap((route) => {
    const form = formOf(route);
    return form.answers === undefined && form.sends === undefined
      ? []
      : `'${route.name}': ${JSON.stringify(form)},`;
  });
}

function formOf({ sends, answer, answersResponse }: ClientRoute) {
  const ids = answer ? idPlaces(answer) : [];
  return {
    ...(answer ? { answers: 'json' } : answersResponse && { answers: 'response' }),
    ...(sends && { sends }),
    ...(ids.length > 0 && { ids }),
  };
}
