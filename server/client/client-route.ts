import { type JsonSchema, type Properties, Type } from '../../contract/json-schema.ts';
import { paramsOf, type RouteDefinition } from '../definitions/project/define-route.ts';
import { api, inDialect, isRepeatable, type Route } from '../http/index.ts';

/** A route in the typed client. */
export interface ClientRoute {
  /** `POST /v1/order/:id/pay`. */
  readonly name: string;
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly body?: JsonSchema;
  /** How a body is sent that is not JSON. */
  readonly sends?: 'bytes' | 'form';
  /** Absent where a `Response` is answered, or nothing. */
  readonly answer?: JsonSchema;
  readonly answersResponse: boolean;
  readonly isRepeatable: boolean;
}

/** A route of a project. */
export function ofDefinition(definition: RouteDefinition): ClientRoute {
  const { method, path, params, query, body, rawBody, answer, produces, isAtomic } = definition;
  return {
    name: `${method} ${path}`,
    ...paramsFor(path, params),
    ...(query && { query }),
    ...(body && { body }),
    ...(rawBody && { sends: 'bytes' }),
    ...(answer && { answer }),
    answersResponse: produces !== undefined,
    isRepeatable: isAtomic && produces === undefined && !rawBody,
  };
}

/** A route of the server itself, as `/api` speaks it. */
export function ofRoute(route: Route): ClientRoute {
  const { method, path, params, query, body, accepts, answer, answerFields, produces } = inDialect(
    route,
    api,
  );
  const answered = answer ?? (answerFields && Type.Object(answerFields));
  const isForm = accepts === 'multipart/form-data';
  return {
    name: `${method} ${path}`,
    ...paramsFor(path, params),
    ...(hasMembers(query) && { query }),
    ...(hasMembers(body) && !accepts && { body }),
    ...(accepts && { sends: isForm ? 'form' : 'bytes' }),
    ...(answered && { answer: answered }),
    answersResponse: produces !== undefined,
    isRepeatable: isRepeatable(route) && !accepts,
  };
}

function paramsFor(path: string, params: JsonSchema | undefined): Pick<ClientRoute, 'params'> {
  const names = paramsOf(path);
  const texts = Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])));
  return names.length > 0 ? { params: params ?? texts } : {};
}

function hasMembers(schema: JsonSchema | undefined): schema is JsonSchema {
  return Object.keys((schema?.properties ?? {}) as Properties).length > 0;
}
