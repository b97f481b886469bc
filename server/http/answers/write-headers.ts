import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type JsonSchema, type Properties, Type } from '../../../contract/json-schema.ts';
import { type Admission, nameOfKey, type Repeatable, type RequestMark } from '../../access/index.ts';
import { malformedRequest } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { deriveKeys, toJson } from '../../shared/index.ts';
import { withProperties } from '../dialects/forms.ts';
import { isRepeatable, type Route } from '../route.ts';
import { conditionHeaders } from './etag.ts';

/** The preference for the record itself in place of a report (RFC 7240, 4.2). */
export const REPRESENTATION = 'return=representation';

/** Of writes that make a record. */
export const preferHeader = { prefer: Type.Optional(Type.String({ about: message('preferRecord') })) };

/** The headers of writes that change a record. */
export const writeHeaders = withProperties(conditionHeaders, preferHeader);

/** Whether a route answers the written record to those who prefer it. */
export function takesPreferences({ headers }: Pick<Route, 'headers'>): boolean {
  return Object.hasOwn(headers?.properties ?? {}, 'prefer');
}

/** Whether the caller prefers the written record as the answer. Unknown and malformed preferences are ignored. */
export function prefersRecord(headers: IncomingHttpHeaders): boolean {
  return /^return\s*=\s*("representation"|representation)$/.test(preferenceIn(headers) ?? '');
}

/** The headers of a request whose caller gets the written record unless they prefer another answer. */
export function preferringRecord(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return preferenceIn(headers) === undefined ? { ...headers, prefer: REPRESENTATION } : headers;
}

/** What the caller prefers to be returned; of two preferences, the first counts. */
function preferenceIn({ prefer }: IncomingHttpHeaders): string | undefined {
  if (prefer === undefined) return undefined;
  const preferences = [prefer].flat().join(',').split(',');
  const wanted = preferences.map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  return wanted.find((one) => /^return\s*=/.test(one));
}

/** The headers that a route accepts, with the Idempotency-Key of writes (draft-ietf-httpapi-idempotency-key-header). */
export function headersOf(route: Route): JsonSchema | undefined {
  if (!isRepeatable(route)) return route.headers;
  const others = route.headers?.properties as Properties | undefined;
  return { type: 'object', properties: { ...others, 'idempotency-key': keyHeader } };
}

const keyHeader = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$', about: message('idempotencyKey') });

/**
 * Hashes the content of a request, keyed with the server's secret: bodies hold passwords, which could be guessed from a plain
 * hash.
 */
export type HashRequest = (asked: string) => RequestMark;

/** Counts the ways in which requests were written as text to be hashed. */
const FORM = 1;

export function makeHashRequest(secrets: readonly [string, ...string[]]): HashRequest {
  const names = deriveKeys(secrets, 'name of a secret');
  const [first, ...others] = deriveKeys(secrets, 'repeated request').map((key, index) => ({
    form: `${FORM} ${names[index]?.toString('hex', 0, 8)}`,
    hash: (asked: string) => createHmac('sha256', key).update(asked).digest('hex'),
  })) as [Hashing, ...Hashing[]];
  return (asked) => {
    const stored = { request: first.hash(asked), form: first.form };
    return {
      stored,
      isOf({ request, form }) {
        if (request === stored.request || others.some(({ hash }) => hash(asked) === request)) return true;
        return [first, ...others].some((known) => known.form === form) ? false : undefined;
      },
    };
  };
}

/** A way to hash requests, and its name. */
interface Hashing {
  readonly form: string;
  readonly hash: (asked: string) => string;
}

/** Throws if a request has an Idempotency-Key that its route does not accept. */
export function refuseKey({ headers }: FastifyRequest): void {
  if (headers['idempotency-key'] !== undefined)
    throw malformedRequest({ 'Idempotency-Key': message('keyNotTaken') });
}

/** The Idempotency-Key of a request, and a hash that distinguishes it from other requests with the same key. */
export function repeatableOf(
  { actor, method, path }: Admission,
  { headers, body, query }: FastifyRequest,
  hashRequest: HashRequest,
): Repeatable | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (actor.id === 0n) throw malformedRequest({ 'Idempotency-Key': message('notSignedIn') });
  const conditions = [headers['if-match'] ?? '', headers['if-none-match'] ?? '', toJson(query ?? {})];
  // API keys of one user may have different rights, so they do not share answers.
  const by = actor.key === undefined ? [] : [`key ${nameOfKey(actor.key)}`];
  const asked = [`${method} ${path}`, ...conditions, ...by].join('\n');
  const holding = (content: string): Repeatable => ({
    key: String(key),
    request: hashRequest(`${asked}\n${content}`),
    holding,
  });
  return body instanceof Readable
    ? { key: String(key), request: undefined, holding }
    : holding(toJson(body ?? null));
}
