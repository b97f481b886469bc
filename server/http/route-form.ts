import type { FastifyRequest } from 'fastify';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { schemaCheck } from '../definitions/check-schema.ts';
import { badParameters, malformedRequest } from '../errors.ts';
import { message, type Text } from '../messages/message.ts';
import {
  answerSchemasOf,
  type CompileSerialiser,
  headersOf,
  preferringRecord,
  takesPreferences,
} from './answers/index.ts';
import { type BodyForm, bodyFormOf, type Dialect, inDialect } from './dialects/index.ts';
import type { Route } from './route.ts';
import { gatherFilter, readJsonFilter } from './sent-filters.ts';

/** A route as clients of one dialect use it. */
export interface RouteForm {
  readonly dialect: Dialect;
  readonly bodyForm: BodyForm;
  readonly handle: Route['handle'];
  /** Whether names are sent as stored instead of in the caller's language. */
  readonly isNamedAsStored: boolean;
  /** Throws if a request does not fit the route's schemas. */
  readonly checkInput: (request: FastifyRequest) => void;
  /** The JSON of an answer with this status, without properties that the schema of that status does not name. */
  readonly serialise: (value: unknown, status: number) => string;
}

/** The forms of a route. Each is made at its first request, because most servers use one dialect. */
export function inEachDialect(
  route: Route,
  serialiserOf: CompileSerialiser,
): (dialect: Dialect) => RouteForm {
  const made = new Map<Dialect, RouteForm>();
  return (dialect) => {
    const known = made.get(dialect);
    if (known) return known;
    const form = formOf(route, dialect, serialiserOf);
    made.set(dialect, form);
    return form;
  };
}

function formOf(declared: Route, dialect: Dialect, serialiserOf: CompileSerialiser): RouteForm {
  const route = inDialect(declared, dialect);
  const bodyForm = bodyFormOf(route);
  const { success } = answerSchemasOf(route, dialect.bodies.schemasOf(bodyForm));
  const serialise = route.produces === undefined ? serialiserOf(success) : undefined;
  const isDescribed = (status: number) => success.status === undefined || success.status === status;
  return {
    dialect,
    bodyForm,
    handle: dialect.answersRecords && takesPreferences(route) ? answeringRecord(route) : route.handle,
    isNamedAsStored: isNamedAsStored(route, dialect),
    checkInput: makeInputCheck(route),
    serialise: (value, status) =>
      serialise && isDescribed(status) ? serialise(value) : JSON.stringify(value),
  };
}

function isNamedAsStored({ namesPermissions }: Route, dialect: Dialect): boolean {
  if (namesPermissions === 'onApi') return dialect.hasOlderWords === true;
  return namesPermissions === 'translated' && dialect.knowsPermissionsByName;
}

function answeringRecord({ handle }: Route): Route['handle'] {
  return (door, input) => handle(door, { ...input, headers: preferringRecord(input.headers) });
}

/**
 * Makes the check of a route's requests against its schemas. The check throws the problems of the first part that it refuses.
 * It also converts texts in queries and paths to the numbers and booleans that the handler expects.
 */
function makeInputCheck(route: Route): (request: FastifyRequest) => void {
  const { params, body, query } = route;
  const headers = headersOf(route);
  const readParams = params && textReader(params);
  const readBody = body && bodyReader(body);
  const readQuery = query && queryReader(query);
  const checkHeaders = headers && schemaCheck(headers);
  return (request) => {
    if (readParams) request.params = readParams(request.params as Texts);
    if (readBody) request.body = readBody(request.body ?? null);
    if (readQuery) request.query = readQuery(request.query as Texts, request.url);
    const problems = checkHeaders?.(request.headers);
    if (problems) throw malformedRequest(problems);
  };
}

type Texts = Readonly<Record<string, unknown>>;

function bodyReader(schema: JsonSchema): (sent: unknown) => unknown {
  const problemsOf = schemaCheck(schema);
  const { olderNames } = schema;
  return (body) => {
    if (body === null) {
      if (schema.mayBeMissing === true) return {};
      throw malformedRequest({ '': message('noBody') });
    }
    const sent = olderNames === undefined ? body : withNewerNames(body, olderNames as Names);
    const problems = problemsOf(sent);
    if (problems) throw badParameters(problems);
    return sent;
  };
}

type Names = Readonly<Record<string, string>>;

/** The body with the newer name of each member that has an older one, unless it holds both. */
function withNewerNames(body: unknown, names: Names): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const entries = Object.entries(body).map(([name, value]) => {
    const newer = Object.hasOwn(names, name) ? names[name] : undefined;
    return [newer === undefined || Object.hasOwn(body, newer) ? name : newer, value];
  });
  return Object.fromEntries(entries);
}

function queryReader(schema: JsonSchema): (sent: Texts, url: string) => Texts {
  const read = textReader(schema);
  const { filter } = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const filters = filter?.checkedByFields === true;
  return (sent, url) => {
    refuseUndecoded(sent, url);
    const known = schema.ignoresUnknown === true ? withoutUnknown(sent, schema) : sent;
    const given = schema.emptyIsNone === true ? withoutEmpty(known) : known;
    const value = filter ? gatherFilter(given) : given;
    refuseNul(value);
    return read(filters ? withReadFilter(value) : value);
  };
}

/** `filter` may also be written as one text. */
function withReadFilter(query: Texts): Texts {
  return typeof query.filter === 'string' ? { ...query, filter: readJsonFilter(query.filter) } : query;
}

function textReader(schema: JsonSchema): (sent: Texts) => Texts {
  const problemsOf = schemaCheck(schema, 'text');
  const integers = namesOfType(schema, 'integer');
  const lists = namesOfType(schema, 'array');
  return (given) => {
    const sent = lists.length > 0 ? withLists(lists, given) : given;
    const problems = misreadIntegers(integers, sent) ?? problemsOf(sent);
    if (problems) throw malformedRequest(problems);
    return sent;
  };
}

/** `filter` is written as many parameters: `filter[title][eq]`. */
function withoutUnknown(sent: Texts, { properties = {} }: JsonSchema): Texts {
  const isKnown = (name: string) =>
    Object.hasOwn(properties as object, name.startsWith('filter[') ? 'filter' : name);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => isKnown(name)));
}

function namesOfType({ properties = {} }: JsonSchema, wanted: string): string[] {
  const all = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return all.flatMap(([name, { type }]) => (type === wanted ? name : []));
}

/** A parameter that is written once is a list of one. */
function withLists(names: readonly string[], sent: Texts): Texts {
  const single = names.filter((name) => Object.hasOwn(sent, name) && typeof sent[name] === 'string');
  return { ...sent, ...Object.fromEntries(single.map((name) => [name, [sent[name]]])) };
}

/** Integers that are not written in digits, such as `1e3` and `0x1`, which JavaScript would accept. */
function misreadIntegers(names: readonly string[], query: Texts) {
  let problems: Record<string, Text> | undefined;
  for (const name of names) {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    if (typeof value !== 'string' || /^-?\d*$/.test(value)) continue;
    problems ??= {};
    problems[name] = message('wrongType', { allowed: ['integer'] });
  }
  return problems;
}

function withoutEmpty(sent: Texts): Texts {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
}

/** No engine stores a NUL in a text, and some fail on one in a query. */
function refuseNul(query: Texts): void {
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (typeof value === 'string' && value.includes('\0')) throw badCharacters(name);
  }
}

/** Bytes that are no UTF-8, such as `%FF`, stay as they are written, and would be taken for these letters. */
function refuseUndecoded(sent: Texts, url: string): void {
  for (const name in sent) {
    const value = sent[name];
    const isWritten =
      name.includes('%') || (typeof value === 'string' ? value.includes('%') : Array.isArray(value));
    if (isWritten && !isDecodable(url)) throw badCharacters(name);
  }
}

function badCharacters(name: string) {
  return malformedRequest({ [name.slice(0, 60)]: message('badCharacters') });
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.slice(url.indexOf('?')));
    return true;
  } catch {
    return false;
  }
}
