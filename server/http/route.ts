import type { IncomingHttpHeaders } from 'node:http';
import type { JsonSchema } from '../../contract/json-schema.ts';
import type { Door } from '../access/door.ts';
import type { LogTemplate } from '../access/log-message.ts';
import type { Client } from '../access/sign-in/sessions.ts';
import type { AccessRule } from '../definitions/access-rule.ts';
import {
  aFunction,
  anObject,
  anything,
  flag,
  needed,
  oneOf,
  text,
} from '../definitions/checks/option-checks.ts';
import { type OptionCheck, type OptionTable, problemsOfOptions } from '../definitions/checks/options.ts';
import type { AppError } from '../errors.ts';
import type { Language } from '../messages/languages.ts';
import type { Message, Text } from '../messages/message.ts';
import type { MaybePromise } from '../shared/maybe-promise.ts';

/** A handler's input: checked against the route's schemas, and typed by them. */
export interface Input<Params = object, Query = object, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  /** A stream if the route accepts something other than JSON. */
  readonly body: Body;
  readonly from: Client;
  readonly headers: IncomingHttpHeaders;
  /** The caller's language, for the few answers that hold texts; their routes are marked `isTranslated`. */
  readonly language: () => Language;
}

/** Kinds of answers whose form depends on the dialect. */
export type AnswerKind = 'contentPage' | 'logPage' | 'namePage' | 'ownInformation' | 'ownRecord' | 'userPage';

/** Returns what is sent, a WriteResult, or Bytes; at once where nothing has to be waited for. */
type Handle<Params, Query, Body> = (door: Door, input: Input<Params, Query, Body>) => MaybePromise<unknown>;

/** The form of a route's failures where its clients follow a standard of their own. */
export interface FailureForm {
  readonly type: string;
  statusOf(error: AppError): number;
  bodyOf(error: AppError, language: Language): object;
}

/** One route, as data. A route without an access rule stops the start. */
export interface Route<Params = object, Query = object, Body = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without a base and without a trailing slash, such as `/cms/user/:id`. */
  readonly path: string;
  readonly access: AccessRule;
  readonly summary: Text;
  readonly tag: Text;
  readonly params?: JsonSchema<Params>;
  readonly query?: JsonSchema<Query>;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema<Body>;
  /** The shape of a successful answer; what it does not name is not sent. Absent where the route answers a WriteResult. */
  readonly answer?: JsonSchema;
  readonly kind?: AnswerKind;
  /** What is answered tells of each of many items. */
  readonly tellsItems?: true;
  /** What a write answers beside its code and message. */
  readonly tells?: Readonly<Record<string, JsonSchema>>;
  /** The media type of the body and of a successful answer, where that is not JSON. */
  readonly accepts?: 'multipart/form-data' | '*/*';
  readonly produces?: string;
  /** Which errors' and writes' body the specification gives the route: `cms` or `content`. */
  readonly family: 'cms' | 'content';
  /** What the log says of a success. A read is logged only where it has one. */
  readonly log?: LogTemplate;
  /** The answer follows from the URL and the rows that the caller may see, from nothing else; so it may be remembered. */
  readonly isCacheable?: true;
  /** It reads drafts: of routes of the same path, it is the one that `version=draft` asks for. */
  readonly isOfDrafts?: true;
  /** The answer holds texts in the caller's language. */
  readonly isTranslated?: true;
  /** The answer lists permissions by their names. */
  readonly namesPermissions?: true;
  /** The answer is one row: where no parameter but `locale` asks for another form of it, it has an ETag. */
  readonly isTagged?: true;
  /** A fresh proof of who the caller is comes first: of every caller, or of those who have a second factor. */
  readonly needsProof?: 'always' | 'withSecondFactor';
  /** Only people may ask, for this reason: what they give could reach further than a program's key, or outlive it. */
  readonly refusesPrograms?: Message;
  /** Reached also by users who first have to set up a second factor. */
  readonly isForSetUp?: true;
  /** What is answered is for this caller alone, although the rule admits everybody. */
  readonly isConfidential?: true;
  /** A GET that changes something, so there is no HEAD of it. */
  readonly isWriting?: true;
  /** A successful answer has status 201. */
  readonly isMaking?: true;
  /** Nobody is asked for a name: a token or a key that comes along is not for this server. */
  readonly asksNobody?: true;
  /** Few run at a time; beyond that the answer is 429. */
  readonly isLimited?: true;
  /** An Idempotency-Key is refused: what is answered must not be kept, or doing it twice is doing it once. */
  readonly refusesIdempotencyKeys?: true;
  /** Mounted on the base `/` alone. */
  readonly isOnFirstBase?: true;
  /** Absent from the description of the API: a page for people, not programs. */
  readonly isPage?: true;
  /** Answered even while the server refuses other requests because of overload. */
  readonly isAlwaysAnswered?: true;
  readonly failureForm?: FailureForm;
  /** Headers of all answers, refusals included. */
  readonly sends?: Readonly<Record<string, string>>;
  /** Headers of the answer to OPTIONS for its path. */
  readonly tellsInOptions?: Readonly<Record<string, string>>;
  readonly handle: Handle<Params, Query, Body>;
}

/** What a route is mounted for: one that reads answers HEAD as well, without a route of its own. */
export function methodsOf({ method, isWriting }: Route): string[] {
  return method === 'GET' && !isWriting ? ['GET', 'HEAD'] : [method];
}

/** Routes of one shape answer the same requests. */
export function shapeOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:\w+/g, ':').toLowerCase()}`;
}

/** Whether an Idempotency-Key makes a request to this route be done but once. */
export function isRepeatable({ method, refusesIdempotencyKeys }: Route): boolean {
  return method !== 'GET' && !refusesIdempotencyKeys;
}

/**
 * Whether callers are identified even if everyone is admitted, because rows keep who wrote them. Signing in and refreshing are
 * public as well, but a token that clients send along there does not say who acts.
 */
export function asksForCaller({ family, method, asksNobody }: Route): boolean {
  return family === 'content' && method !== 'GET' && !asksNobody;
}

/** Declares a route whose handler gets its input typed by the route's own schemas. */
export function route<Params extends object, Query extends object, Body>(
  declared: Route<Params, Query, Body>,
): Route {
  requireSoundRoute(declared);
  // The handler is called with checked input alone, so where routes are listed the types of their inputs can be forgotten.
  return declared as Route<Params, Query, Body> & { handle: Handle<object, object, unknown> };
}

const path: OptionCheck = {
  allowed: 'a path such as /cms/user/:id, without a slash at its end',
  accepts: (value) => typeof value === 'string' && /^\/($|.*[^/]$)/.test(value),
};

const ROUTE: OptionTable<Route> = {
  owner: 'a route',
  checks: {
    method: needed(oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
    path: needed(path),
    access: needed(anObject),
    summary: needed(text),
    tag: needed(text),
    params: anObject,
    query: anObject,
    headers: anObject,
    body: anObject,
    answer: anObject,
    kind: anything,
    tellsItems: flag,
    tells: anObject,
    accepts: oneOf('multipart/form-data', '*/*'),
    produces: anything,
    family: needed(oneOf('cms', 'content')),
    log: anything,
    isCacheable: flag,
    isTranslated: flag,
    namesPermissions: flag,
    isOfDrafts: flag,
    isTagged: flag,
    needsProof: oneOf('always', 'withSecondFactor'),
    refusesPrograms: anObject,
    isForSetUp: flag,
    isConfidential: flag,
    isWriting: flag,
    isMaking: flag,
    asksNobody: flag,
    isLimited: flag,
    refusesIdempotencyKeys: flag,
    isOnFirstBase: flag,
    isPage: flag,
    isAlwaysAnswered: flag,
    failureForm: anObject,
    sends: anObject,
    tellsInOptions: anObject,
    handle: needed(aFunction),
  },
  contradiction: ({ isCacheable, isTranslated, isWriting, method }) => {
    if (isCacheable && isTranslated) return "'isCacheable' and 'isTranslated' exclude each other";
    if (isCacheable && (method !== 'GET' || isWriting)) return "'isCacheable' is for reads";
    return undefined;
  },
};

/** Throws if a route has an option that is unknown, wrong, or contradicts another. */
function requireSoundRoute(declared: { readonly method: string; readonly path: string }): void {
  const problems = problemsOfOptions(ROUTE, declared);
  if (problems.length > 0)
    throw new Error(`route ${declared.method} ${declared.path}: ${problems.join('\n')}`);
}
