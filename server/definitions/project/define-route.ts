import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { JsonSchema, Properties } from '../../../contract/json-schema.ts';
import type { Language, Text } from '../../messages/index.ts';
import type { Actor } from '../access-rule.ts';
import {
  aFunction,
  anObject,
  flag,
  needed,
  type OptionCheck,
  type OptionTable,
  oneOf,
  problemOfSchemas,
  text,
  wholeNumber,
} from '../checks/index.ts';
import type { HookEvent } from '../hooks.ts';
import type { ParamNames, Records, SoundRoute, SoundRule } from '../types/index.ts';
import { markDefined, requireSound } from './defined.ts';
import type { Reply } from './reply.ts';
import { type RouteRule, routeRule } from './route-rule.ts';
import type { StoredFile } from './stored-file.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type RawBody = 'bytes' | 'stream';

/** What a route's handler receives: checked, and typed by the route's schemas. */
export interface RouteEvent<Params = object, Query = object, Body = unknown>
  extends Omit<HookEvent, 'actor'> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** By lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** The caller; id 0 is nobody. */
  readonly actor: Actor;
  /** The caller's language, for the few answers that hold texts. */
  readonly language: Language;
  /**
   * Runs work as one transaction; an error undoes all of it. In an atomic handler, it is part of the handler's transaction; in
   * others, each write of `records` outside of it is its own transaction.
   */
  transaction<T>(work: (records: Records) => Promise<T>): Promise<T>;
  /**
   * Stores a file by the rules of uploads, then does the work in the transaction of its record; an error undoes both. For callers
   * who have signed in, in a route with `isAtomic: false` or a stream.
   */
  storeFile<T>(
    content: Readable | Uint8Array,
    name: string,
    work: (file: StoredFile, records: Records) => Promise<T>,
    options?: { readonly private?: boolean },
  ): Promise<T>;
}

/** A handler returns the answer as its schema types it, a Reply if the route produces something else, or nothing. */
type ResultOf<Answer, Produces> = Produces extends string ? Reply : Answer;

/** The declaration of a route. Without `access`, it stops the start. */
export interface RouteSource<Params, Query, Body, Raw, Answer, Produces> {
  readonly method: Method;
  /** Such as `/v1/order/:id/pay`. */
  readonly path: `/${string}`;
  /** Text for people: in the description of the API and in the log. */
  readonly label: Text;
  /** The module of the route's permission, and its heading in the description of the API. */
  readonly module: Text;
  readonly access: RouteRule;
  /** Whose rights bind `records`: the caller's, or nobody's. */
  readonly rights?: 'caller' | 'server';
  /** Callers without a name may write as often as they like: for a callback whose signature the handler checks. */
  readonly isUnlimited?: true;
  /** A schema for each parameter of the path; texts if left out. */
  readonly params?: JsonSchema<Params>;
  readonly query?: JsonSchema<Query>;
  readonly body?: JsonSchema<Body>;
  /** Passes the body on as sent, of any type: all its bytes, or a stream. */
  readonly rawBody?: Raw;
  /** How long a raw body may be; 1 MiB if left out. */
  readonly maxBytes?: Raw extends RawBody ? number : never;
  /** Properties that it does not name are not sent. */
  readonly answer?: JsonSchema<Answer>;
  /** The media type of the answer, where that is not JSON: the handler then returns a `reply(…)`. */
  readonly produces?: Produces;
  /** The status of a successful answer: 201 where something is made. */
  readonly status?: 200 | 201;
  /**
   * Whether the handler is one transaction; true by default for every method but GET. An error then undoes all of it, and a
   * request with an `Idempotency-Key` is done only once. The handler may run more than once, within 5 s.
   */
  readonly isAtomic?: Raw extends 'stream' ? false : boolean;
  handle(
    event: RouteEvent<Params, Query, Raw extends 'bytes' ? Buffer : Raw extends 'stream' ? Readable : Body>,
  ): NoInfer<ResultOf<Answer, Produces>> | Promise<NoInfer<ResultOf<Answer, Produces>>>;
}

/** A body is read by its schema, or handed over as it was sent. */
type OneBody = { readonly rawBody?: undefined } | { readonly body?: undefined };

/** A route of a project. */
export interface RouteDefinition
  extends Omit<RouteSource<object, object, unknown, RawBody, unknown, string>, 'handle' | 'produces'> {
  readonly isAtomic: boolean;
  readonly produces?: string;
  handle(event: RouteEvent): unknown;
}

const path: OptionCheck = {
  allowed: 'a path such as /v1/order/:id/pay, without a slash at its end',
  accepts: (value) =>
    typeof value === 'string' && /^(\/(:[a-z][A-Za-z0-9_]*|[A-Za-z0-9][A-Za-z0-9_.~-]*))+$/.test(value),
};
const trueOrFalse: OptionCheck = { allowed: 'true or false', accepts: (value) => typeof value === 'boolean' };
const mediaType: OptionCheck = {
  allowed: 'a type such as text/csv',
  accepts: (value) => typeof value === 'string' && /^[a-z]+\/[\w.+-]+$/.test(value),
};
const status: OptionCheck = { allowed: '200 or 201', accepts: (value) => value === 200 || value === 201 };

type AnySource = RouteSource<object, object, unknown, RawBody, unknown, string>;

const ROUTE: OptionTable<AnySource> = {
  owner: 'a route',
  checks: {
    method: needed(oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
    path: needed(path),
    label: needed(text),
    module: needed(text),
    access: needed(routeRule),
    rights: oneOf('caller', 'server'),
    isUnlimited: flag,
    params: anObject,
    query: anObject,
    body: anObject,
    rawBody: oneOf('bytes', 'stream'),
    maxBytes: wholeNumber(1),
    answer: anObject,
    produces: mediaType,
    status,
    isAtomic: trueOrFalse,
    handle: needed(aFunction),
  },
  contradiction: contradictionOf,
};

/** Describes a route, whose handler gets its input typed by the route's own schemas. Throws if it contradicts itself. */
export function defineRoute<
  const Path extends `/${string}`,
  const M extends Method,
  Params = Readonly<Record<ParamNames<Path>, string>>,
  Query = Record<never, never>,
  Body = Record<never, never>,
  const Raw extends RawBody | undefined = undefined,
  Answer = void,
  const Produces extends string | undefined = undefined,
  const Rule extends RouteRule = RouteRule,
>(
  source: RouteSource<Params, Query, Body, Raw, Answer, Produces> &
    OneBody &
    SoundRoute<M, Path, Params> & { readonly access: Rule & SoundRule<Rule> },
): RouteDefinition;
export function defineRoute(
  // The handler is called with checked input only, so the types of its input can be dropped.
  source: Omit<AnySource, 'handle' | 'maxBytes' | 'isAtomic'> &
    Pick<RouteDefinition, 'handle'> &
    Partial<Pick<RouteDefinition, 'maxBytes' | 'isAtomic'>>,
): RouteDefinition {
  requireSound(['route', source?.method, source?.path].filter(Boolean).join(' '), ROUTE, source);
  const isAtomic = source.isAtomic ?? (source.method !== 'GET' && source.rawBody !== 'stream');
  return markDefined('defineRoute', { ...source, isAtomic });
}

/** The names of a path's parameters. */
export function paramsOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

function contradictionOf(source: AnySource): string | undefined {
  const {
    method,
    path: where,
    params,
    body,
    rawBody,
    maxBytes,
    answer,
    produces,
    status: code,
    isAtomic,
  } = source;
  const [named, declared] = [paramsOf(where), Object.keys((params?.properties ?? {}) as Properties)];
  const [odd] = [...new Set(named).symmetricDifference(new Set(declared))];
  if (params && odd !== undefined)
    return `'params' and the path name other parameters: ${odd} is only in ${named.includes(odd) ? 'the path' : "'params'"}`;
  if (new Set(named).size < named.length) return 'the path names a parameter twice';
  if (body && rawBody) return "'body' and 'rawBody' exclude each other";
  if (maxBytes !== undefined && !rawBody) return "'maxBytes' is for a route with 'rawBody'";
  if (answer && produces !== undefined) return "'answer' and 'produces' exclude each other";
  if (produces !== undefined && code) return "'status' is that of the reply where a route has 'produces'";
  if (isAtomic && rawBody === 'stream')
    return "'isAtomic' excludes rawBody: 'stream': a slow client would hold up the writes of others";
  const misspelt = problemOfSchemas({ params, query: source.query, body, answer });
  if (misspelt) return misspelt;
  if (method !== 'GET') return undefined;
  if (body || rawBody) return 'a GET has no body';
  if (isAtomic) return "'isAtomic' is for routes that write";
  return answer || produces !== undefined ? undefined : "a GET needs 'answer' or 'produces'";
}
