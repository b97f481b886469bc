import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../access/actor.ts';
import { decide, requireAllowed, withSettings } from '../access/decide.ts';
import { Door } from '../access/door.ts';
import type { Identify } from '../access/identify.ts';
import { type LogMessage, logMessage } from '../access/log-message.ts';
import { done, Written } from '../access/written.ts';
import type { Reader } from '../database/engine.ts';
import { Recent, type Version } from '../database/recent.ts';
import { type AccessRule, isForAll } from '../definitions/access-rule.ts';
import { type MaybePromise, whenKnown } from '../maybe-promise.ts';
import type { Records } from '../records/records.ts';
import { streamJson } from './body-parsers.ts';
import { Bytes } from './bytes.ts';
import type { Dialect } from './dialects/dialect.ts';
import { inDialect, writtenBody } from './dialects/speak.ts';
import { etagOf, isKnown } from './etag.ts';
import { docsOf } from './openapi.ts';
import { doorForOnce } from './repeatable.ts';
import { pathOf } from './request-line.ts';
import type { Input, Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    door: Door | undefined;
  }
  interface FastifyContextConfig {
    access?: AccessRule;
    dialect?: Dialect;
    family?: Route['family'];
    accepts?: Route['accepts'];
    isAlwaysAnswered?: Route['isAlwaysAnswered'];
  }
}

export interface MountParts {
  readonly records: Records;
  readonly identify: Identify;
  readonly switchedOff: ReadonlySet<string>;
}

/** Characters of remembered answers and their URLs, for each dialect. */
const MAX_RECALLED = 4_000_000;

/** Mounts the routes under a dialect's base; those that accept something else than JSON in a scope of their own. */
export async function mountRoutes(
  app: FastifyInstance,
  parts: MountParts,
  dialect: Dialect,
  routes: readonly Route[],
): Promise<void> {
  const recall = makeRecall();
  const mount = (scope: FastifyInstance, route: Route) =>
    mountRoute(scope, parts, dialect, inDialect(route, dialect), recall);
  for (const route of routes) if (!route.accepts) mount(app, route);
  await app.register(async (scope) => {
    streamJson(scope);
    for (const route of routes) if (route.accepts) mount(scope, route);
  });
}

function mountRoute(
  app: FastifyInstance,
  parts: MountParts,
  dialect: Dialect,
  route: Route,
  recalled: Recall,
): void {
  const access = withSettings(route.access, parts.switchedOff);
  const own = { ...parts, describe: logMessage(route.log) };
  const recall = route.isRecallable && route.log === undefined ? recalled : undefined;
  app.route({
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method, // one route for both: mounting is a good part of a start
    url: dialect.base + route.path,
    config: {
      access,
      dialect,
      family: route.family,
      ...(route.accepts && { accepts: route.accepts }),
      ...(route.isAlwaysAnswered && { isAlwaysAnswered: true }),
    },
    schema: docsOf(route, access, dialect),
    onRequest(request, reply, next) {
      const enter = (door: Door) => {
        request.door = door;
        const answer = recall?.known(door, request);
        if (answer === undefined) next();
        else sendAnswer(request, reply, answer);
      };
      const door = admit(own, access, dialect, request);
      if (door instanceof Promise) door.then(enter).catch(next);
      else enter(door);
    },
    handler: async (request, reply) => {
      const door = route.isRepeatable ? doorForOnce(doorOf(request), request) : doorOf(request);
      const result = await route.handle(door, inputOf(request, dialect));
      if (route.log !== undefined && !(result instanceof Written))
        await door.write(async () => done(0, route.summary));
      if (!recall) return present(result, dialect, route, request, reply);
      const text = String(reply.serialize(result));
      const isTagged = route.isTagged && Object.keys(request.query as object).length === 0;
      const answer = { text, etag: isTagged ? etagOf(text) : undefined };
      recall.keep(door, request, answer);
      return sendAnswer(request, reply, answer);
    },
  });
}

type Recall = ReturnType<typeof makeRecall>;

interface Answer {
  readonly text: string;
  readonly etag: string | undefined;
}

/** The last answers. One holds for as long as nobody, in any process, has committed since it was made. */
function makeRecall() {
  const recent = new Recent<string, Answer>(MAX_RECALLED, (url, { text }) => url.length + text.length);
  const ownKey = ({ actor }: Door, url: string) => `${actor.id} ${url}`;
  return {
    known(door: Door, { url }: FastifyRequest) {
      const { rows, version } = door.admission;
      const shared = rows === 'all' ? recent.get(url, version) : undefined;
      return shared ?? recent.get(ownKey(door, url), version);
    },
    keep(door: Door, { url }: FastifyRequest, answer: Answer) {
      const { version } = door.admission;
      if (!door.isPersonal) recent.set(url, answer, version);
      // Where nobody has to say who they are, a personal answer is not known to be the next caller's.
      else if (door.actor.id !== 0n || !isForAll(door.admission.access))
        recent.set(ownKey(door, url), answer, version);
    },
  };
}

function sendAnswer({ headers }: FastifyRequest, reply: FastifyReply, { text, etag }: Answer): FastifyReply {
  if (etag !== undefined) {
    reply.header('etag', etag);
    if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

function doorOf({ door }: FastifyRequest): Door {
  if (!door) throw new Error('a handler ran without a door');
  return door;
}

/** Identifies, decides, and opens the door; throws where the caller may not pass. Waits for nothing that is remembered. */
function admit(
  { records, identify, switchedOff, describe }: MountParts & { readonly describe: LogMessage },
  access: AccessRule,
  dialect: Dialect,
  request: FastifyRequest,
): MaybePromise<Door> {
  const now = Date.now();
  const { engine, turnVersion } = records.database;
  const identifyAt = (version: Version, reader = records.database.reads) =>
    whenKnown(
      identify(request.headers.authorization, 'access', { now, version, reader }),
      (identified) => identified?.actor ?? anonymous,
    );
  const actorAt = (version: Version, reader?: Reader) =>
    isForAll(access) ? anonymous : identifyAt(version, reader);
  const version = turnVersion.of(request.raw.socket);
  return whenKnown(actorAt(version), (actor) => {
    const admission = {
      actor,
      access,
      requestId: request.id,
      now,
      version,
      method: request.method,
      path: pathOf(request.url, dialect.base),
      permission: access.level === 'permission' ? access.permission.name : '',
      describe,
      switchedOff,
      async confirm(reader: Reader) {
        const latest = engine.version?.();
        if (latest !== undefined && latest === version) return () => identifyAt(version);
        const confirmed = await actorAt(latest, reader);
        requireAllowed(decide(confirmed, access));
        return () => (isForAll(access) ? identifyAt(latest, reader) : confirmed);
      },
      identify: () => identifyAt(version),
    };
    const decision = decide(actor, access);
    if (!decision.allowed) request.door = new Door(records, { ...admission, rows: 'none' }); // so that the refusal is logged with who was refused
    return new Door(records, { ...admission, rows: requireAllowed(decision) });
  });
}

function inputOf(request: FastifyRequest, { keepsNewRefreshTokens }: Dialect): Input {
  return {
    params: request.params as Input['params'],
    query: request.query as Input['query'],
    body: (request.body ?? {}) as Input['body'],
    from: { address: request.ip, agent: request.headers['user-agent'] ?? '', keepsNewRefreshTokens },
    headers: request.headers,
  };
}

function present(
  result: unknown,
  dialect: Dialect,
  { family }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (result instanceof Bytes) return sendBytes(result, reply);
  if (!(result instanceof Written)) return result;
  if (result.isRepeated) reply.header('idempotency-replayed', 'true');
  if (result.location !== undefined) reply.header('location', dialect.base + result.location);
  reply.code(result.status);
  return writtenBody(dialect, family, result, `${request.method} ${pathOf(request.url, dialect.base)}`);
}

function sendBytes(
  { status, headers, stream = Readable.from([]) }: Bytes,
  reply: FastifyReply,
): FastifyReply {
  return reply.code(status).headers(headers).send(stream);
}
