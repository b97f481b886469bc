import type { IncomingHttpHeaders } from 'node:http';
import type { JsonSchema } from '../../contract/json-schema.ts';
import {
  type Client,
  type Door,
  type LogTemplate,
  MODULE_REACHES,
  type ModuleReach,
  type ProofDemand,
} from '../access/index.ts';
import {
  aFunction,
  anObject,
  anything,
  flag,
  needed,
  oneOf,
  text,
} from '../definitions/checks/option-checks.ts';
import {
  type AccessRule,
  isForAll,
  type OptionCheck,
  type OptionTable,
  problemsOfOptions,
} from '../definitions/for-server.ts';
import type { AppError } from '../errors.ts';
import type { Language } from '../messages/languages.ts';
import type { Message, Text } from '../messages/message.ts';
import type { MaybePromise } from '../shared/maybe-promise.ts';
import { mayGiveAccess, SUBJECTS, type Subject, servesContent } from './subject.ts';

/** A handler's input: checked against the route's schemas, and typed by them. */
export interface Input<Params = object, Query = object, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  /** A stream if the route accepts anything but JSON. */
  readonly body: Body;
  readonly from: Client;
  readonly headers: IncomingHttpHeaders;
  /** What stands before the path of the route in the request's URL, such as `/api`. */
  readonly base: string;
  /** The caller's language, for the few answers that hold texts; their routes are marked `isTranslated`. */
  readonly language: () => Language;
}

/** Kinds of answers whose form depends on the dialect. */
export type AnswerKind = 'contentPage' | 'logPage' | 'namePage' | 'ownInformation' | 'ownRecord' | 'userPage';

/** Returns a value, a WriteResult or Bytes; not a promise if nothing has to be awaited. */
type Handle<Params, Query, Body> = (door: Door, input: Input<Params, Query, Body>) => MaybePromise<unknown>;

/** The form of failures for clients that follow another standard, such as SCIM. */
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
  /** Its path on the bases of older clients, if they know another. */
  readonly olderPath?: string;
  readonly access: AccessRule;
  readonly summary: Text;
  readonly tag: Text;
  readonly params?: JsonSchema<Params>;
  readonly query?: JsonSchema<Query>;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema<Body>;
  /**
   * The schema of a successful answer; properties that it does not name are not sent. Absent if the route answers a
   * WriteResult.
   */
  readonly answer?: JsonSchema;
  /** The schema of each event where the answer may be a stream of events. */
  readonly event?: JsonSchema;
  readonly kind?: AnswerKind;
  /** The answer lists the outcome of each item under `items`. */
  readonly answersItems?: true;
  /** Fields that a write answers beside its code and message. */
  readonly answerFields?: Readonly<Record<string, JsonSchema>>;
  /** The media type of the body and of a successful answer, where that is not JSON. */
  readonly accepts?: 'multipart/form-data' | '*/*';
  readonly produces?: string;
  /** The log's text for a success. A read without one is not logged. */
  readonly log?: LogTemplate;
  /** The answer depends only on the URL and the records that the caller may see, so it may be cached. */
  readonly isCacheable?: true;
  /** It reads drafts: `version=draft` chooses it among routes with the same path. */
  readonly isOfDrafts?: true;
  /** The answer holds texts in the caller's language. */
  readonly isTranslated?: true;
  /**
   * The answer lists permissions by their names: in the caller's language, but for clients of Lin CMS that know them by it
   * (`translated`), or on all older bases (`onApi`).
   */
  readonly namesPermissions?: 'translated' | 'onApi';
  /** The answer is one record. It has an ETag unless the request has parameters other than `locale` and `version`. */
  readonly isTagged?: true;
  /**
   * Requires a fresh proof of identity: from every caller, or from those with a second factor. With `sometimes`, the handler asks
   * those with a second factor (`Admission.requireProof`), for some records or values. A write by which somebody could get access
   * asks those with a second factor unless the route is `harmless`.
   */
  readonly needsProof?: NonNullable<ProofDemand['needsProof']>;
  /** Why nobody gets a right or a way into an account by this write, so that it asks for no proof. */
  readonly harmless?: string;
  /** Why a right that ends is enough for this write, though it may give access: what it gives ends no later. */
  readonly withEndingRights?: string;
  /** Refuses programs, for this reason. Their key could otherwise give away more than it holds, or for longer. */
  readonly refusesPrograms?: Message;
  /** What it is about, where that is not what its module says or its path tells. */
  readonly about?: Subject;
  /** What its module says of keys. */
  readonly keyReach?: ModuleReach;
  /** Open to users who still have to set up a second factor. */
  readonly isForSetUp?: true;
  /** The answer is for this caller alone, although the rule admits everybody. */
  readonly isConfidential?: true;
  /** A GET that changes something, so there is no HEAD of it. */
  readonly isWriting?: true;
  /** A POST that changes nothing: its body holds a question that is too long for an address. */
  readonly isReading?: true;
  /** A successful answer has status 201. */
  readonly isMaking?: true;
  /** Nobody is identified: a token or key in the request is not meant for this server. */
  readonly asksNobody?: true;
  /** Only a few run at a time; further requests get 429. */
  readonly isLimited?: true;
  /** Refuses an Idempotency-Key, because the answer must not be stored, or because repeating the request is harmless. */
  readonly refusesIdempotencyKeys?: true;
  /** Absent from the bases of clients of the Lin CMS family, which know nothing of it. */
  readonly isNotForLin?: true;
  /** Absent from the description of the API: a page for people, or drafts, which the route of published records describes. */
  readonly isUndescribed?: true;
  /** Answered even while the server refuses other requests because of overload. */
  readonly isAlwaysAnswered?: true;
  /** However often a caller asks: for probes. */
  readonly isUncounted?: true;
  /** It opens a session, or refuses to: what comes of it is counted as a sign-in. */
  readonly isSignIn?: true;
  /** No feature holds it back: callers need it to sign in or to stay signed in. So it is with every sign-in. */
  readonly isUngated?: true;
  readonly failureForm?: FailureForm;
  /**
   * What its refusals of strangers add to the header WWW-Authenticate, asked each time, by the base of the request; undefined
   * for nothing. They have the status 401 on every base.
   */
  readonly challenge?: (base: string) => string | undefined;
  /** Headers of all answers, refusals included. */
  readonly sends?: Readonly<Record<string, string>>;
  /** Headers of the answer to OPTIONS for its path. */
  readonly optionsHeaders?: Readonly<Record<string, string>>;
  readonly handle: Handle<Params, Query, Body>;
}

/** The methods that a route is mounted for. A route that reads also answers HEAD. */
export function methodsOf({ method, isWriting }: Route): string[] {
  return method === 'GET' && !isWriting ? ['GET', 'HEAD'] : [method];
}

/** Routes of one shape answer the same requests. */
export function shapeOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:\w+/g, ':').toLowerCase()}`;
}

/** Whether requests to a route only read. */
export function readsOnly({ method, isWriting, isReading }: Route): boolean {
  return (method === 'GET' && !isWriting) || isReading === true;
}

/** Whether a request to this route with an Idempotency-Key is done only once. */
export function isRepeatable({ method, refusesIdempotencyKeys, isReading }: Route): boolean {
  return method !== 'GET' && !refusesIdempotencyKeys && !isReading;
}

/**
 * Whether callers are identified even if everyone is admitted, because records collection their author. Routes for signing in and
 * refreshing ignore the token that clients may send with them.
 */
export function asksForCaller(route: Route): boolean {
  return servesContent(route) && route.method !== 'GET' && !route.isReading && !route.asksNobody;
}

/** Declares a route whose handler gets its input typed by the route's own schemas. */
export function route<Params extends object, Query extends object, Body>(
  declared: Route<Params, Query, Body>,
): Route {
  requireSoundRoute(declared);
  // Handlers are called with checked input only, so a list of routes may drop the types of their inputs.
  return declared as Route<Params, Query, Body> & { handle: Handle<object, object, unknown> };
}

/** The proof that a route asks for without saying so. Where everybody is let in, no session is used. */
export function proofOf(route: Route): Pick<Route, 'needsProof'> {
  const isSaid = route.needsProof !== undefined || route.harmless !== undefined;
  if (isSaid || isForAll(route.access) || !mayGiveAccess(route)) return {};
  return { needsProof: 'withSecondFactor' };
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
    olderPath: path,
    access: needed(anObject),
    summary: needed(text),
    tag: needed(text),
    params: anObject,
    query: anObject,
    headers: anObject,
    body: anObject,
    answer: anObject,
    event: anObject,
    kind: anything,
    answersItems: flag,
    answerFields: anObject,
    accepts: oneOf('multipart/form-data', '*/*'),
    produces: anything,
    log: anything,
    isCacheable: flag,
    isTranslated: flag,
    namesPermissions: oneOf('translated', 'onApi'),
    isOfDrafts: flag,
    isTagged: flag,
    needsProof: oneOf('always', 'withSecondFactor', 'sometimes'),
    harmless: text,
    withEndingRights: text,
    refusesPrograms: anObject,
    about: oneOf(...SUBJECTS),
    keyReach: oneOf(...MODULE_REACHES),
    isForSetUp: flag,
    isConfidential: flag,
    isWriting: flag,
    isReading: flag,
    isMaking: flag,
    asksNobody: flag,
    isLimited: flag,
    refusesIdempotencyKeys: flag,
    isNotForLin: flag,
    isUndescribed: flag,
    isAlwaysAnswered: flag,
    isUncounted: flag,
    isSignIn: flag,
    isUngated: flag,
    failureForm: anObject,
    challenge: aFunction,
    sends: anObject,
    optionsHeaders: anObject,
    handle: needed(aFunction),
  },
  contradiction: ({ isCacheable, isTranslated, isWriting, isReading, method, needsProof, harmless }) => {
    if (needsProof && harmless) return "'needsProof' and 'harmless' exclude each other";
    if (isCacheable && isTranslated) return "'isCacheable' and 'isTranslated' exclude each other";
    if (isReading && method !== 'POST') return "'isReading' is for POST";
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
