import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import {
  type Admission,
  type Admit,
  Door,
  done,
  logImpersonated,
  logMessage,
  Reading,
  Refusal,
  type RequestHead,
  type RoutePolicy,
  success,
  WriteResult,
  withSettings,
} from '../access/index.ts';
import { type AccessRule, isForAll } from '../definitions/access-rule.ts';
import type { AppError } from '../errors.ts';
import type { Language } from '../messages/languages.ts';
import type { RecordStore } from '../records/record-store.ts';
import { whenKnown } from '../shared/maybe-promise.ts';
import {
  AnswerCache,
  type CompileSerialiser,
  etagOf,
  type HashRequest,
  preferringRecord,
  prefersRecord,
  refuseKey,
  repeatableOf,
  sendAnswer,
  sendBytes,
  sendReady,
  sendRecord,
  sendText,
} from './answers/index.ts';
import { Bytes } from './bytes.ts';
import { type BodyForm, bodyFormOf, type Dialect, dialectOf } from './dialects/index.ts';
import {
  type CallerBounds,
  type CountOfCaller,
  hangUpOf,
  languageOf,
  makeCountOfCaller,
  pathOf,
  recordsIn,
  streamJson,
  variesByLanguage,
  varyBy,
} from './edge/index.ts';
import { ReadyAnswer } from './ready-answer.ts';
import { asksForCaller, type Input, isRepeatable, methodsOf, type Route } from './route.ts';
import { inEachDialect, type RouteForm } from './route-form.ts';
import { makeRouteReach } from './route-reach.ts';
import { isAboutAccess, servesContent } from './subject.ts';
import { VERSION } from './versions.ts';

/** Answers to requests with other parameters have no ETag. */
const TAGGED: ReadonlySet<string> = new Set([VERSION, 'locale']);

declare module 'fastify' {
  interface FastifyRequest {
    /** The decision about the request, and its actor; undefined if that could not be determined. */
    admission: Admission | Refusal | undefined;
    /** The route that it has reached. Fastify makes an object each time that it is asked for its own. */
    reached: Route | undefined;
  }
  interface FastifyContextConfig {
    access?: AccessRule;
    bodyForm?: BodyForm;
    accepts?: Route['accepts'];
    isNotForLin?: true;
    isAlwaysAnswered?: Route['isAlwaysAnswered'];
    takesKeys?: true;
    failureForm?: Route['failureForm'];
    challenge?: Route['challenge'];
  }
}

export interface MountParts extends CallerBounds {
  readonly store: RecordStore;
  readonly admit: Admit;
  readonly switchedOff: ReadonlySet<string>;
  readonly hashRequest: HashRequest;
  readonly serialiserOf: CompileSerialiser;
  /** The path below which clients reach the server. */
  readonly publicPath: string;
}

/** Mounts each route once for all dialects. Routes that accept anything but JSON are in a scope of their own. */
export async function mountRoutes(
  app: FastifyInstance,
  parts: MountParts,
  routes: readonly Route[],
): Promise<void> {
  const { catalogue, database } = parts.store;
  const answers = new AnswerCache(database.cacheUses.of('answers'));
  const countOfCaller = makeCountOfCaller(parts);
  const shared = { ...parts, answers, countOfCaller, reachOf: makeRouteReach(catalogue) };
  for (const route of routes) if (!route.accepts) mountRoute(app, shared, route);
  await app.register(async (scope) => {
    streamJson(scope);
    for (const route of routes) if (route.accepts) mountRoute(scope, shared, route);
  });
}

interface SharedParts extends MountParts {
  readonly answers: AnswerCache;
  readonly countOfCaller: CountOfCaller | undefined;
  readonly reachOf: ReturnType<typeof makeRouteReach>;
}

function mountRoute(app: FastifyInstance, parts: SharedParts, route: Route): void {
  const { store, admit, switchedOff, answers, reachOf } = parts;
  const isGated = !(route.isUncounted || route.isSignIn || route.isUngated);
  const countOfCaller = route.isUncounted ? undefined : parts.countOfCaller;
  const access = withSettings(route.access, switchedOff);
  const isContent = servesContent(route);
  const isPersonal = route.isConfidential || !isForAll(access);
  const policy = policyOf(route, access, reachOf(route));
  const cache = route.isCacheable && !route.isTranslated && route.log === undefined ? answers : undefined;
  app.route({
    method: methodsOf(route),
    exposeHeadRoute: false,
    ...(route.isOfDrafts && { constraints: { [VERSION]: 'draft' } }),
    url: route.path,
    config: {
      access,
      bodyForm: bodyFormOf(route),
      ...(route.accepts && { accepts: route.accepts }),
      ...(route.isNotForLin && { isNotForLin: true }),
      ...(route.isAlwaysAnswered && { isAlwaysAnswered: true }),
      ...(isRepeatable(route) && { takesKeys: true }),
      ...(route.failureForm && { failureForm: route.failureForm }),
      ...(route.challenge && { challenge: route.challenge }),
    },
    onRequest(request, reply, next) {
      request.reached = route;
      if (route.sends) reply.headers(route.sends);
      if (route.isConfidential) reply.header('referrer-policy', 'no-referrer');
      if (isContent) {
        varyBy(reply, 'Authorization');
        if (isPersonal || request.headers.authorization !== undefined)
          reply.header('cache-control', 'private, no-cache');
      }
      const enter = (admission: Admission | Refusal) => {
        request.admission = admission;
        const tooMany = countOfCaller?.(admission.actor, request, reply);
        if (tooMany) return next(tooMany);
        const held = isGated ? app.gates.pass(request, reply, admission.actor) : undefined;
        if (held instanceof Promise) held.then((refused) => goOn(admission, refused)).catch(next);
        else goOn(admission, held);
      };
      const goOn = (admission: Admission | Refusal, refused: AppError | undefined) => {
        if (refused) return next(refused);
        if (admission instanceof Refusal) return next(admission.error);
        if (admission.actor.impersonator)
          return void logImpersonated(store, admission).then(() => next(), next);
        const answer = cache?.find(admission, request.originalUrl);
        if (answer === undefined) return next();
        request.shown = { count: answer.records };
        sendAnswer(request, reply, answer);
      };
      const admission = admit(policy, headOf(request));
      if (admission instanceof Promise) admission.then(enter).catch(next);
      else enter(admission);
    },
    handler: makeHandler(parts, route, cache),
  });
}

/** Calls the route's handler for an admitted request and sends its answer, synchronously if nothing has to be awaited. */
function makeHandler(
  { store, hashRequest, serialiserOf, publicPath }: SharedParts,
  route: Route,
  cache: AnswerCache | undefined,
): RouteHandlerMethod {
  const formIn = inEachDialect(route, serialiserOf);
  const takesKeys = isRepeatable(route);
  return (request, reply) => {
    const { admission } = request;
    if (!admission || admission instanceof Refusal) throw new Error('a handler ran without an admission');
    const form = formIn(dialectOf(request.raw));
    form.checkInput(request);
    if (route.refusesIdempotencyKeys && !route.asksNobody) refuseKey(request);
    const repeatable = takesKeys ? repeatableOf(admission, request, hashRequest) : undefined;
    const door = new Door(store, admission, repeatable);
    const language = () => languageOf(request.headers, form.dialect.language ?? store.language);
    if (route.isTranslated) variesByLanguage(reply);
    const handled = form.handle(door, {
      ...inputOf(request, form.dialect),
      language: form.isNamedAsStored ? () => store.language : language,
    });
    const answer = (result: unknown): unknown => {
      if (result instanceof ReadyAnswer) return sendReady(request, reply, result);
      if (!cache) return present(result, { form, language, publicPath }, request, reply);
      const reading = result instanceof Reading ? result : new Reading(result, 'nobody');
      const text = form.serialise(reading.value, 200);
      const isTagged = route.isTagged && asksOnly(TAGGED, request.query as object);
      const { audience, source } = reading;
      const records = recordsIn(reading.value);
      const json = { text, etag: isTagged ? etagOf(text) : undefined, audience, source, records };
      request.shown = { count: records };
      cache.keep(admission, request.originalUrl, json);
      return sendAnswer(request, reply, json);
    };
    const isLogged = route.log !== undefined && request.method !== 'HEAD';
    const answered = whenKnown(handled, (result) => {
      if (!isLogged || result instanceof WriteResult) return answer(result);
      return door.write(async () => done(success.done, route.summary)).then(() => answer(result));
    });
    return sendOnce(reply, answered);
  };
}

/** Sends a value synchronously; leaves a promise to Fastify. */
function sendOnce(reply: FastifyReply, answered: unknown): unknown {
  if (answered instanceof Promise) return answered;
  if (answered !== reply) reply.send(answered);
  return undefined;
}

function asksOnly(parameters: ReadonlySet<string>, query: object): boolean {
  for (const name in query) if (!parameters.has(name)) return false;
  return true;
}

function policyOf(route: Route, access: AccessRule, reach: RoutePolicy['reach']): RoutePolicy {
  const { needsProof, withEndingRights, isForSetUp, log } = route;
  return {
    access,
    reach,
    describe: logMessage(log),
    asksForCaller: asksForCaller(route),
    needsProof,
    outlives: needsProof !== undefined && withEndingRights === undefined && isAboutAccess(route),
    isForSetUp,
  };
}

function headOf(request: FastifyRequest): RequestHead {
  const { headers, method, url, id, raw } = request;
  return {
    authorization: headers.authorization,
    method,
    path: pathOf(url),
    requestId: id,
    traceparent: headers.traceparent as string | undefined, // Node joins what is repeated
    address: () => request.address, // found out only where it is needed
    connection: raw.socket,
    hangUp: () => hangUpOf(raw.socket),
  };
}

function inputOf(request: FastifyRequest, { base, keepsNewRefreshTokens }: Dialect): Omit<Input, 'language'> {
  return {
    params: request.params as Input['params'],
    query: request.query as Input['query'],
    body: (request.body ?? {}) as Input['body'],
    from: { address: request.address, agent: request.headers['user-agent'] ?? '', keepsNewRefreshTokens },
    headers: request.headers,
    base,
  };
}

interface Presentation {
  readonly form: RouteForm;
  readonly language: () => Language;
  readonly publicPath: string;
}

function present(
  result: unknown,
  { form, language, publicPath }: Presentation,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (result instanceof Bytes) {
    request.shown = result.shown;
    return sendBytes(result, reply);
  }
  if (!(result instanceof WriteResult)) {
    const value = result instanceof Reading ? result.value : result;
    request.shown = { count: recordsIn(value) };
    return sendText(reply, form.serialise(value, 200));
  }
  const { dialect, bodyForm } = form;
  if (result.isRepeated) reply.header('idempotency-replayed', 'true');
  if (result.location !== undefined) reply.header('location', publicPath + dialect.base + result.location);
  const status = dialect.bodies.writtenStatus(result);
  reply.code(status).headers(result.headers);
  // A repeated request may want another form than the one that was answered first.
  if (
    result.record &&
    prefersRecord(dialect.answersRecords ? preferringRecord(request.headers) : request.headers)
  )
    return sendRecord(result.record, reply, prefersRecord(request.headers));
  if (!result.answer) variesByLanguage(reply);
  const requestLine = `${request.method} ${pathOf(request.url)}`;
  const body = dialect.bodies.written({ bodyForm, language: language() }, result, requestLine);
  return body === undefined ? reply.send() : sendText(reply, form.serialise(body, status));
}
