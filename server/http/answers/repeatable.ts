import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type JsonSchema, type Properties, Type } from '../../../contract/json-schema.ts';
import { type Admission, nameOfKey, type Repeatable, type RequestMark } from '../../access/index.ts';
import { malformedRequest } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { toJson } from '../../shared/exact-json.ts';
import { deriveKeys } from '../../shared/secrets/derived-keys.ts';
import { isRepeatable, type Route } from '../route.ts';

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
